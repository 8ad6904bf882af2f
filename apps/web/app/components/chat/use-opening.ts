import { useNavigation } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";

/** The session of another conversation that is being loaded; null while none is. */
export function useLoadingSessionId(conversationKey: string): string | null {
  const { location } = useNavigation();
  const chats = `${useLocalePath()("/chat")}/`;
  if (!location?.pathname.startsWith(chats)) return null;
  const state: { conversationKey?: string } | null = location.state;
  const sessionId = location.pathname.slice(chats.length);
  return (state?.conversationKey ?? sessionId) === conversationKey ? null : sessionId;
}
