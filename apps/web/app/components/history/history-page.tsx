import type { ApiOutputs } from "@app/api/root";
import { useTranslations } from "use-intl/react";
import { PageHeader } from "../page/page-header";
import { TabLinks } from "../page/tab-links";
import { useNextParams } from "../page/use-next-params";
import { ChatList } from "./chat-list";
import type { GenerationDetail } from "./generation";
import { GenerationList } from "./generation-list";
import { historyAddress } from "./history-address";
import type { HistoryFields } from "./history-filter";

/** Which tab is shown, with its first page. */
export type HistoryData =
  | {
      show: "generations";
      fields: HistoryFields;
      page: ApiOutputs["history"]["list"];
      opened: GenerationDetail | null;
    }
  | { show: "chats"; page: ApiOutputs["chat"]["sessions"] };

const KINDS = [
  { value: "all", type: "", show: "" },
  { value: "images", type: "image", show: "" },
  { value: "videos", type: "video", show: "" },
  { value: "chats", type: "", show: "chats" },
] as const;

export function HistoryPage({ data }: { data: HistoryData }) {
  const t = useTranslations("history");
  const params = useNextParams();
  const tabs = KINDS.map(({ value, type, show }) => ({
    value,
    label: t(`tabs.${value}`),
    to: historyAddress(params, { type, show }),
  }));
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <TabLinks label={t("kinds")} tabs={tabs} current={kindOf(params)} />
      {data.show === "chats" ? (
        <ChatList first={data.page} />
      ) : (
        <GenerationList first={data.page} fields={data.fields} opened={data.opened} />
      )}
    </>
  );
}

function kindOf(params: URLSearchParams): string {
  const kind = KINDS.find(({ type, show }) => (show ? params.get("show") === show : params.get("type") === type));
  return kind?.value ?? "all";
}
