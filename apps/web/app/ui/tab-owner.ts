import { useIsomorphicEffect } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";

const OWNER_KEY = "owner";

/**
 * Gives the tab to this user: drafts and notifications of another user are removed, also of one whose session ended by itself. Runs before the
 * drafts are read, because layout effects run before other effects.
 */
export function useOwnTab(email: string): void {
  useIsomorphicEffect(() => {
    const owner = sessionStorage.getItem(OWNER_KEY);
    if (owner !== null && owner !== email) {
      sessionStorage.clear();
      notifications.clean();
    }
    sessionStorage.setItem(OWNER_KEY, email);
  }, [email]);
}

/**
 * Headers that name the user whose page sends a request. The browser sends the latest session with it, which may belong to a user
 * who has signed in in another tab since. The service then treats the request as signed out, and charges nobody.
 */
export function ownerHeaders(): Record<string, string> {
  const owner = sessionStorage.getItem(OWNER_KEY);
  return owner === null ? {} : { "X-Page-User": encodeURIComponent(owner) };
}
