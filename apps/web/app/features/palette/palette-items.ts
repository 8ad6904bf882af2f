import type { ApiOutputs } from "@app/api/root";
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import type { TablerIcon } from "@tabler/icons-react";
import IconCode from "@tabler/icons-react/dist/esm/icons/IconCode.mjs";
import IconKeyboard from "@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs";
import IconLanguage from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconMessagePlus from "@tabler/icons-react/dist/esm/icons/IconMessagePlus.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconPhotoPlus from "@tabler/icons-react/dist/esm/icons/IconPhotoPlus.mjs";
import IconSettings from "@tabler/icons-react/dist/esm/icons/IconSettings.mjs";
import IconSunMoon from "@tabler/icons-react/dist/esm/icons/IconSunMoon.mjs";
import IconUser from "@tabler/icons-react/dist/esm/icons/IconUser.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import IconVideoPlus from "@tabler/icons-react/dist/esm/icons/IconVideoPlus.mjs";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl/react";
import { useSignOut } from "~/features/account/use-sign-out";
import { usePromptText } from "~/features/generation/use-prompt-text";
import type { OPENED_IN_LIST } from "~/features/history/history-filter";
import { useFormat } from "~/i18n/format";
import { LOCALES, languageName, pathInLocale } from "~/i18n/locale";
import { useLocalePath } from "~/i18n/page-language";
import { rememberLocale } from "~/i18n/suggested-locale";
import { useTRPC } from "~/trpc/client";
import type { Failure } from "~/ui/failure";
import { failureFromError } from "~/ui/read-failure";
import { navItems } from "~/ui/shell/main-nav";
import type { Viewer } from "~/ui/shell/viewer";
import { usePalette } from "./palette-context";

export interface PaletteItem {
  id: string;
  label: string;
  description?: string;
  /** Additional search terms. */
  keywords?: string;
  Icon: TablerIcon;
  run: () => void;
}

export interface PaletteGroup {
  name: "pages" | "actions" | "chats" | "works" | "users";
  items: readonly PaletteItem[];
}

/** Returns the items whose texts contain every word of the query. */
export function matchItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/u);
  return items.filter((item) => {
    const text = `${item.label} ${item.description ?? ""} ${item.keywords ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function usePageItems(viewer: Viewer): PaletteItem[] {
  const t = useTranslations("shell");
  const tDevelopers = useTranslations("developers");
  const tPalette = useTranslations("palette");
  const path = useLocalePath();
  const navigate = useNavigate();
  const pages = navItems(viewer).map(({ path: to, name, Icon }) => ({ to, name, label: t(`nav.${name}`), Icon }));
  const others = [
    { to: "/account", name: "account", label: t("settings"), Icon: IconSettings },
    { to: "/developers", name: "developers", label: tDevelopers("title"), Icon: IconCode },
  ] as const;
  return [...pages, ...others].map(({ to, name, label, Icon }) => ({
    id: `page:${to}`,
    label,
    keywords: tPalette(`pageWords.${name}`),
    Icon,
    run: () => navigate(path(to)),
  }));
}

const GENERATOR_PAGES = [
  { name: "chat", to: "/chat", Icon: IconMessagePlus },
  { name: "image", to: "/image", Icon: IconPhotoPlus },
  { name: "video", to: "/video", Icon: IconVideoPlus },
] as const;

/** Commands that are available on every page. */
export function useActionItems(): PaletteItem[] {
  const t = useTranslations("palette");
  const path = useLocalePath();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const { showShortcuts } = usePalette();
  const signOut = useSignOut();
  const createItems = GENERATOR_PAGES.map(({ name, to, Icon }) => ({
    id: `make:${name}`,
    label: t(`make.${name}`),
    Icon,
    run: () => navigate(path(to)),
  }));
  return [
    ...createItems,
    {
      id: "theme",
      label: t(isDark ? "action.light" : "action.dark"),
      keywords: t("action.themeWords"),
      Icon: IconSunMoon,
      run: () => setColorScheme(isDark ? "light" : "dark"),
    },
    ...useLanguageItems(),
    { id: "keys", label: t("keys.title"), Icon: IconKeyboard, run: showShortcuts },
    { id: "sign-out", label: t("action.signOut"), Icon: IconLogout, run: signOut },
  ];
}

/** Opens the current page in another language. Reloads the document because the texts are loaded with it. */
function useLanguageItems(): PaletteItem[] {
  const t = useTranslations("palette");
  const current = useLocale();
  const { pathname, search, hash } = useLocation();
  return LOCALES.filter((locale) => locale !== current).map((locale) => ({
    id: `language:${locale}`,
    label: t("action.language", { language: languageName(locale) }),
    keywords: t("action.languageWords"),
    Icon: IconLanguage,
    run: () => {
      rememberLocale(locale);
      window.location.assign(`${pathInLocale(pathname, locale)}${search}${hash}`);
    },
  }));
}

type Chat = ApiOutputs["chat"]["sessions"]["items"][number];

const CHATS_SHOWN_MAX = 5;
const WORKS_SHOWN_MAX = 5;
const USERS_SHOWN_MAX = 5;
/** Shorter queries match too much. */
const QUERY_MIN_CHARACTERS = 2;

/** Not imported, because a file that the palette shares with a page is named in what every page loads first. */
const OPENED: typeof OPENED_IN_LIST = { isOpenedInList: true };

/** Chats of the user, images and videos by prompt and, for administrators, users. Finds recent chats at once and older ones with the others. */
export function useSearchItems(
  viewer: Viewer,
  query: string,
): { chats: PaletteItem[]; works: PaletteItem[]; users: PaletteItem[]; isSearching: boolean; failure: Failure | null } {
  const trpc = useTRPC();
  const path = useLocalePath();
  const format = useFormat();
  const promptText = usePromptText();
  const navigate = useNavigate();
  const libraryPath = path("/history");
  const isAtLibrary = useIsAtAddress(libraryPath);
  const otherChats = useQuery(trpc.chat.sessions.queryOptions({}));
  const pinnedChats = useQuery(trpc.chat.pinned.queryOptions());
  const canSearch = query.length >= QUERY_MIN_CHARACTERS;
  const chatSearch = useQuery(trpc.chat.sessions.queryOptions({ search: query }, { enabled: canSearch }));
  const workSearch = useQuery(
    trpc.history.list.queryOptions({ search: query }, { enabled: canSearch, placeholderData: keepPreviousData }),
  );
  const canSearchUsers = viewer.role === "admin" && canSearch;
  const userSearch = useQuery(
    trpc.admin.users.list.queryOptions(
      { search: query },
      { enabled: canSearchUsers, placeholderData: keepPreviousData },
    ),
  );
  const toChatItem = ({ id, title, lastMessageAt }: Chat): PaletteItem => ({
    id: `chat:${id}`,
    label: title,
    description: format.dateTime(lastMessageAt),
    Icon: IconMessage,
    run: () => navigate(path(`/chat/${id}`)),
  });
  const recentChats = [...(pinnedChats.data ?? []), ...(otherChats.data?.items ?? [])].sort(
    (one, other) => other.lastMessageAt.getTime() - one.lastMessageAt.getTime(),
  );
  const recent = matchItems(recentChats.map(toChatItem), query);
  const found = (canSearch ? (chatSearch.data?.items ?? []) : []).map(toChatItem);
  const chats = [...recent, ...found.filter(({ id }) => recent.every((chat) => chat.id !== id))];
  const works = (canSearch ? (workSearch.data?.items ?? []) : []).map(({ id, prompt, type, createdAt }) => ({
    id: `work:${id}`,
    label: promptText(prompt),
    description: format.dateTime(createdAt),
    Icon: type === "video" ? IconVideo : IconPhoto,
    run: () => navigate(`${libraryPath}?${new URLSearchParams({ id })}`, { state: isAtLibrary ? OPENED : null }),
  }));
  const users = (canSearchUsers ? (userSearch.data?.items ?? []) : []).map(({ id, email, name }) => ({
    id: `user:${id}`,
    label: email,
    ...(name ? { description: name } : {}),
    Icon: IconUser,
    run: () => navigate(path(`/admin/users/${id}`)),
  }));
  // A search for chats finds the recent ones, too.
  const searches = canSearch
    ? [chatSearch, workSearch, ...(canSearchUsers ? [userSearch] : [])]
    : [otherChats, pinnedChats];
  // Without a connection a search waits for it.
  const failed = searches.find(({ isError, isPaused }) => isError || isPaused);
  return {
    failure: failed ? failureFromError(failed.error) : null,
    chats: chats.slice(0, CHATS_SHOWN_MAX),
    works: works.slice(0, WORKS_SHOWN_MAX),
    users: users.slice(0, USERS_SHOWN_MAX),
    isSearching:
      otherChats.isLoading ||
      pinnedChats.isLoading ||
      (canSearch && (chatSearch.isFetching || workSearch.isFetching)) ||
      (canSearchUsers && userSearch.isFetching),
  };
}

/** Whether the page with this address is shown, however much of its list is loaded. */
function useIsAtAddress(path: string): boolean {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("items");
  return pathname === path && params.toString() === "";
}
