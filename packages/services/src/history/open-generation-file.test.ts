import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { deleteGeneration } from "./change-generations";
import { openGenerationFile } from "./open-generation-file";

const ctx = useTestContext();
const DONE = { status: "completed", resultUrl: "https://files.example/boat.png" };

/** A fetcher that has the file, with this content type. */
function fileOf(contentType: string) {
  const opened: string[] = [];
  const played = withClients(ctx, {
    results: {
      fetchResult: () => Promise.reject(new Error("It is passed on, not held")),
      fetchStart: () => Promise.reject(new Error("Files are passed on")),
      openResult: (url) => {
        opened.push(url);
        return Promise.resolve({ body: new Blob(["boat"]).stream(), contentType, contentBytes: 4 });
      },
    },
  });
  return { played, opened };
}

describe("openGenerationFile", () => {
  it("opens a file of the user with a descriptive name", async () => {
    const { played, opened } = fileOf("image/webp");
    const { id, userId } = await createGeneration(ctx, "image", {
      ...DONE,
      createdAt: new Date("2026-03-10T12:00:00Z"),
    });
    const file = await openGenerationFile(await actAs(played, userId), { id });
    expect(file).toMatchObject({ contentType: "image/webp", contentBytes: 4, name: "genmint-2026-03-10-a-boat.webp" });
    expect(await new Response(file.body).text()).toBe("boat");
    expect(opened).toEqual([DONE.resultUrl]);
  });

  it("sends nothing with the type of a page or a script", async () => {
    const { played } = fileOf("text/html");
    const { id, userId } = await createGeneration(ctx, "video", DONE);
    const file = await openGenerationFile(await actAs(played, userId), { id });
    expect(file.contentType).toBe("application/octet-stream");
    expect(file.name).toMatch(/\.mp4$/);
  });

  it("refuses files of other users, deleted ones and unfinished ones", async () => {
    const { played, opened } = fileOf("image/png");
    const { id, userId } = await createGeneration(ctx, "image", DONE);
    const user = await actAs(played, userId);
    const stranger = await actAs(played, await createUser(ctx));
    const notFound = { code: "not_found" };
    await expect(openGenerationFile(stranger, { id })).rejects.toMatchObject(notFound);
    await deleteGeneration(user, { id });
    await expect(openGenerationFile(user, { id })).rejects.toMatchObject(notFound);
    const open = await createGeneration(ctx, "image");
    await expect(openGenerationFile(await actAs(played, open.userId), { id: open.id })).rejects.toMatchObject(notFound);
    expect(opened).toEqual([]);
  });

  it("fails when the file cannot be downloaded", async () => {
    const { id, userId } = await createGeneration(ctx, "image", DONE);
    const failing = withClients(ctx, {
      results: {
        fetchResult: () => Promise.reject(new Error("Not asked")),
        fetchStart: () => Promise.reject(new Error("Files are passed on")),
        openResult: () => Promise.reject(new Error("Gone")),
      },
    });
    const opening = openGenerationFile(await actAs(failing, userId), { id });
    await expect(opening).rejects.toMatchObject({ code: "upstream_failed" });
  });
});
