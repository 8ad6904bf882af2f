import { describe, expect, it } from "vitest";
import { useWholeApp } from "../../../test/whole-app";

const SELLER = { SELLER_NAME: "Mint Ltd", SELLER_ADDRESS: "1 Mint Street, Dublin", SELLER_TAX_ID: "IE123" };
const app = useWholeApp({ ...SELLER, CONTACT_EMAIL: "help@mint.example" });
const pageOf = async (path: string) => (await fetch(`${app.url}${path}`)).text();
/** Asserted as true or false: a whole page is too long to print when a test fails. */
const has = (html: string, text: string) => html.includes(text);

describe("200: the legal pages", () => {
  it.each([
    ["/contact", ["Mint Ltd", "1 Mint Street, Dublin", "Tax ID: IE123", 'href="mailto:help@mint.example"']],
    ["/zh/contact", ["税号：IE123", 'href="mailto:help@mint.example"']],
    ["/terms", ["between you and Mint Ltd", "<title>Terms · Genmint</title>"]],
    ["/zh/terms", ["Mint Ltd", "<title>服务条款 · Genmint</title>"]],
    ["/privacy", ["Mint Ltd is responsible", "<title>Privacy · Genmint</title>"]],
    ["/zh/privacy", ["<title>隐私政策 · Genmint</title>"]],
  ])("%s names who runs the service", async (path, texts) => {
    const html = await pageOf(path);
    expect(texts.filter((text) => !has(html, text))).toEqual([]);
  });

  it("no other page carries their texts", async () => {
    expect(has(await pageOf("/pricing"), "between you and")).toBe(false);
  });
});
