import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconHome from "@tabler/icons-react/dist/esm/icons/IconHome.mjs";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconShield from "@tabler/icons-react/dist/esm/icons/IconShield.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import type { Viewer } from "./viewer";

const USER_ITEMS = [
  { path: "/dashboard", label: "Dashboard", Icon: IconHome },
  { path: "/chat", label: "Chat", Icon: IconMessage },
  { path: "/image", label: "Image", Icon: IconPhoto },
  { path: "/video", label: "Video", Icon: IconVideo },
  { path: "/history", label: "History", Icon: IconHistory },
  { path: "/billing", label: "Billing", Icon: IconCreditCard },
];

const ADMIN_ITEM = { path: "/admin", label: "Admin", Icon: IconShield };

/** The pages of the main navigation, for whoever is signed in. */
export function navItems(viewer: Viewer) {
  return viewer.role === "admin" ? [...USER_ITEMS, ADMIN_ITEM] : USER_ITEMS;
}
