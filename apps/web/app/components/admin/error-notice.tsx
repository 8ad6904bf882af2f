import { Alert, Anchor } from "@mantine/core";
import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import { useTranslations } from "use-intl/react";

const NOT_FOUND = 404;

/** What is said instead of an administrator's page that is not there or could not be loaded. The way to try again is a new request. */
export function AdminErrorNotice() {
  const t = useTranslations("admin.error");
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === NOT_FOUND)
    return <Alert color="yellow" title={t("notFound")} icon={<IconAlertCircle aria-hidden />} />;
  return (
    <Alert color="red" title={t("failed")} icon={<IconAlertCircle aria-hidden />}>
      <Anchor href={`${pathname}${search}`} inherit>
        {t("again")}
      </Anchor>
    </Alert>
  );
}
