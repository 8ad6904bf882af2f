import type { ApiOutputs } from "@app/api/root";
import { PageHeader } from "../page/page-header";
import { TabLinks } from "../page/tab-links";
import { ChatList } from "./chat-list";
import { GenerationList } from "./generation-list";
import type { HistoryFilter } from "./history-filter";

/** Which tab is shown, with its first page. */
export type HistoryData =
  | { show: "generations"; filter: HistoryFilter; page: ApiOutputs["history"]["list"] }
  | { show: "chats"; page: ApiOutputs["chat"]["sessions"] };

const TABS = [
  { to: "?", value: "generations", label: "Images and videos" },
  { to: "?show=chats", value: "chats", label: "Chats" },
];

export function HistoryPage({ data }: { data: HistoryData }) {
  return (
    <>
      <PageHeader title="History" description="Everything you made, the newest first." />
      <TabLinks label="Kind of history" tabs={TABS} current={data.show} />
      {data.show === "chats" ? (
        <ChatList first={data.page} />
      ) : (
        <GenerationList first={data.page} filter={data.filter} />
      )}
    </>
  );
}
