import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "../bounded";
import { API_BODY_MAX_BYTES, listPage, type ProviderApiOptions, type Refuse, requestMessages } from "./api-format";
import { findProduct, newId, type Product } from "./payment-state";
import { productObject } from "./wire-objects";

const ProductFields = z.object({
  name: z.string().min(1),
  description: z.string(),
  price: z.int().min(0),
  currency: z.enum(["USD", "EUR"]),
  billing_type: z.enum(["recurring", "onetime"]),
  billing_period: z.enum(["every-month", "every-year", "once"]).optional(),
});
const CreateRequest = ProductFields.refine(
  (product) => product.billing_type === "onetime" || product.billing_period?.startsWith("every"),
  { path: ["billing_period"], message: "billing_period is required when billing_type is recurring" },
);
const UpdateRequest = ProductFields.partial();

/** `/v1/products`. A changed product is stored in the state and takes precedence over the configured one. */
export function createProductApi({ state, products: configured }: ProviderApiOptions, refuse: Refuse): Hono {
  const api = new Hono();
  const find = (id: string) => findProduct(state, configured, id);
  const save = (product: Product) => {
    state.products.set(product.id, product);
    return Response.json(productObject(product));
  };

  api.get("/search", (c) => {
    const ids = new Set([...configured.keys(), ...state.products.keys()]);
    const status = c.req.query("status");
    const described = [...ids].flatMap((id) => find(id) ?? []).map((product) => productObject(product));
    const listed = described.filter((product) => status === undefined || product["status"] === status);
    return c.json(listPage(listed, c.req.query(), (product) => product));
  });

  // The two SDKs use different URLs for a product.
  api.get("/", (c) => {
    const product = find(c.req.query("product_id") ?? "");
    return product ? c.json(productObject(product)) : refuse(404, "Product not found");
  });
  api.get("/:id", (c) => {
    const product = find(c.req.param("id"));
    return product ? c.json(productObject(product)) : refuse(404, "Product not found");
  });

  api.post("/", async (c) => {
    const body = CreateRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    return save({ ...termsOf(body.data), id: newId("prod") });
  });

  api.patch("/:id", async (c) => {
    const product = find(c.req.param("id"));
    if (!product) return refuse(404, "Product not found");
    const body = UpdateRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    const fields = ProductFields.parse({ ...fieldsOf(product), ...body.data });
    return save({ ...product, ...termsOf(fields) });
  });

  api.delete("/:id", (c) => {
    const product = find(c.req.param("id"));
    return product ? save({ ...product, archived: true }) : refuse(404, "Product not found");
  });
  return api;
}

type Fields = z.output<typeof ProductFields>;

function termsOf(fields: Fields): Omit<Product, "id"> {
  const { name, description, price, currency, billing_type, billing_period } = fields;
  const terms = { name, description, priceCents: price, currency };
  if (billing_type === "onetime") return { ...terms, kind: "one_time" };
  return { ...terms, kind: "subscription", period: billing_period === "every-year" ? "every-year" : "every-month" };
}

function fieldsOf(product: Product): Fields {
  return {
    name: product.name,
    description: product.description ?? product.name,
    price: product.priceCents,
    currency: product.currency ?? "USD",
    billing_type: product.kind === "subscription" ? "recurring" : "onetime",
    billing_period: product.period ?? "every-month",
  };
}
