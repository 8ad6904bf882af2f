import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconHome from "@tabler/icons-react/dist/esm/icons/IconHome.mjs";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconShield from "@tabler/icons-react/dist/esm/icons/IconShield.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import type { Viewer } from "./viewer";

const USER_ITEMS = [
  { path: "/dashboard", name: "dashboard", Icon: IconHome },
  { path: "/chat", name: "chat", Icon: IconMessage },
  { path: "/image", name: "image", Icon: IconPhoto },
  { path: "/video", name: "video", Icon: IconVideo },
  { path: "/history", name: "history", Icon: IconHistory },
  { path: "/billing", name: "billing", Icon: IconCreditCard },
] as const;

const ADMIN_ITEM = { path: "/admin", name: "admin", Icon: IconShield } as const;

/** The pages of the main navigation, for whoever is signed in. */
export function navItems(viewer: Viewer) {
  return viewer.role === "admin" ? [...USER_ITEMS, ADMIN_ITEM] : USER_ITEMS;
}
