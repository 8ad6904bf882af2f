import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from "react";
import { reportLoadFailure } from "./lazy-component";

/** For Mantine's Menu and its target. */
export interface LoadedMenuProps {
  button: ReactElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/**
 * A button with a menu that is loaded when it is first opened: Mantine's Menu and the library that positions it are a tenth of a page's
 * scripts. Pointing at the button, or moving the focus to it, loads it ahead. If it cannot be loaded, LoadFailureNotice appears at the click.
 * @param load must be the same function in every render
 * @param button the element of a button
 */
export function LazyMenu<Props extends object>({
  load,
  props,
  button,
}: {
  load: () => Promise<ComponentType<Props & LoadedMenuProps>>;
  props: Props;
  button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const [Loaded, setLoaded] = useState<ComponentType<Props & LoadedMenuProps> | null>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!Loaded) return;
    // The menu has a button of its own, which gets the focus back when the menu closes.
    place.current?.querySelector("button")?.focus();
    setOpened(true);
  }, [Loaded]);
  const preload = () => void load().catch(reportError);
  const lazyProps = {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => void load().then((Menu) => setLoaded(() => Menu), reportLoadFailure),
  } as const;
  return (
    <span ref={place} style={{ display: "contents" }}>
      {Loaded ? (
        <Loaded {...props} button={button} opened={opened} onChange={setOpened} />
      ) : (
        cloneElement(button, lazyProps)
      )}
    </span>
  );
}
