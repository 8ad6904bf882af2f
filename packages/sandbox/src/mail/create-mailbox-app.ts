import { Hono } from "hono";
import { renderMailListPage, renderMailPage } from "./mail-pages";
import type { Mailbox } from "./mailbox";

/** Shows what the mailbox received: pages for people, `/messages` for programs. */
export function createMailboxApp({ mailbox, publicUrl }: { mailbox: Mailbox; publicUrl: string }): Hono {
  const app = new Hono();
  app.get("/messages", (c) => {
    const to = c.req.query("to")?.toLowerCase();
    const mails = mailbox.list();
    return c.json(
      to === undefined ? mails : mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === to)),
    );
  });
  app.delete("/messages", (c) => {
    mailbox.clear();
    return c.body(null, 204);
  });
  app.get("/", (c) => c.html(renderMailListPage(mailbox.list(), publicUrl)));
  app.get("/:id", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    return mail ? c.html(renderMailPage(mail, publicUrl)) : c.text("Not found", 404);
  });
  return app;
}
