import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconHome from "@tabler/icons-react/dist/esm/icons/IconHome.mjs";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconShield from "@tabler/icons-react/dist/esm/icons/IconShield.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import type { Viewer } from "./viewer";

/** `group` is the part of the navigation an item stands in. */
const USER_ITEMS = [
  { path: "/dashboard", name: "dashboard", group: "overview", Icon: IconHome },
  { path: "/chat", name: "chat", group: "create", Icon: IconMessage },
  { path: "/image", name: "image", group: "create", Icon: IconPhoto },
  { path: "/video", name: "video", group: "create", Icon: IconVideo },
  { path: "/history", name: "history", group: "yours", Icon: IconHistory },
  { path: "/billing", name: "billing", group: "yours", Icon: IconCreditCard },
] as const;

const ADMIN_ITEM = { path: "/admin", name: "admin", group: "service", Icon: IconShield } as const;

/** The headings of the main navigation, in order. */
export const NAV_GROUPS = ["overview", "create", "yours", "service"] as const;

/** The pages of the main navigation, for whoever is signed in. */
export function navItems(viewer: Viewer) {
  return viewer.role === "admin" ? [...USER_ITEMS, ADMIN_ITEM] : USER_ITEMS;
}
