import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Button, Textarea } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import IconArrowRight from "@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useDraft } from "~/ui/use-draft";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { isSendKey } from "../chat/composer";
import { useChatPrice } from "../credits/chat-price";
import { ChoiceChips } from "../generation/choice-chips";
import { keepComposedPrompt, type PromptKind, SENDS_COMPOSED } from "../generation/composed-prompt";
import classes from "./composer.module.css";

const KINDS = [
  { kind: "chat", Icon: IconMessage },
  { kind: "image", Icon: IconPhoto },
  { kind: "video", Icon: IconVideo },
] as const;

const IDEAS = {
  chat: ["ideas.chat.name", "ideas.chat.plan", "ideas.chat.explain"],
  image: ["ideas.image.night", "ideas.image.watercolor", "ideas.image.season"],
  video: ["ideas.video.sea", "ideas.video.city", "ideas.video.forest"],
} as const satisfies Record<PromptKind, readonly string[]>;

/** The start of everything: what to make, and a prompt. A chat is sent at once; an image or a video continues in its studio. */
export function Composer() {
  const t = useTranslations("dashboard.composer");
  const path = useLocalePath();
  const navigate = useNavigate();
  const field = useRef<HTMLTextAreaElement>(null);
  const [kind, setKind] = useDraft<PromptKind>("dashboard.kind", "chat");
  const [prompt, setPrompt] = useDraft("dashboard.prompt", "");
  useTextBeforeHydration(field, prompt, setPrompt);
  const costs: Record<PromptKind, number> = {
    chat: useChatPrice(),
    image: IMAGE_COST_CREDITS,
    video: VIDEO_COST_CREDITS,
  };
  const costCredits = costs[kind];

  const start = (event: FormEvent) => {
    event.preventDefault();
    const text = prompt.trim();
    if (kind === "chat" && text === "") {
      field.current?.focus();
      return;
    }
    if (text !== "") keepComposedPrompt(kind, text);
    navigate(path(`/${kind}`), { state: SENDS_COMPOSED });
    setPrompt("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event)) start(event);
  };
  const chooseIdea = (idea: string) => {
    setPrompt(idea);
    field.current?.focus();
  };

  return (
    <section className={classes["section"]} aria-label={t("label")}>
      <form onSubmit={start} className={classes["composer"]}>
        <ChoiceChips
          label={t("kind")}
          isLabelHidden
          options={KINDS.map(({ kind: value, Icon }) => ({
            value,
            label: (
              <>
                <Icon size={18} stroke={1.7} aria-hidden />
                {t(`kinds.${value}`)}
              </>
            ),
          }))}
          value={kind}
          onChange={setKind}
        />
        <Textarea
          dir="auto"
          ref={field}
          aria-label={t(`prompt.${kind}`)}
          placeholder={t(`prompt.${kind}`)}
          variant="unstyled"
          size="lg"
          autosize
          minRows={2}
          maxRows={8}
          value={prompt}
          onChange={(event) => setPrompt(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className={classes["foot"]}>
          <span className={classes["note"]} data-keys={kind === "chat" || undefined}>
            {t(`note.${kind}`)}
          </span>
          <Button type="submit" rightSection={<IconArrowRight size={18} aria-hidden />}>
            {kind === "chat" ? t("send", { credits: costCredits }) : t("continue")}
          </Button>
        </div>
      </form>
      <ul className={classes["ideas"]} aria-label={t("ideasLabel")}>
        {IDEAS[kind].map((idea) => (
          <li key={idea}>
            <button type="button" className={classes["idea"]} onClick={() => chooseIdea(t(idea))}>
              {t(idea)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
