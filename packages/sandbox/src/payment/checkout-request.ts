import { z } from "zod";

/** The longest body of a call to the provider's API. */
export const API_BODY_MAX_BYTES = 256 * 1024;

const MetadataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const httpUrl = z.url({ protocol: /^https?$/, message: "success_url must be a URL address" });

/** Any address a merchant may hold; being stricter than the merchant would lose customers. */
const emailAddress = z.string().regex(/^\S+@\S+$/, "customer.email must be an email");

/** The body of `POST /v1/checkouts`. The provider refuses fields it does not know; there is no `cancel_url`. */
export const CheckoutRequest = z.strictObject({
  product_id: z.string({ message: "product_id must be a string" }).min(1, "product_id should not be empty"),
  request_id: z.string().optional(),
  units: z.int().min(1).default(1),
  discount_code: z.string().optional(),
  affiliate_code: z.string().optional(),
  customer: z.strictObject({ id: z.string().optional(), email: emailAddress.optional() }).optional(),
  custom_fields: z.array(z.unknown()).optional(),
  custom_field: z.array(z.unknown()).optional(),
  success_url: httpUrl.optional(),
  metadata: MetadataSchema.default({}),
});
export type CheckoutRequest = z.output<typeof CheckoutRequest>;

/** What was wrong with a request, in the provider's words. */
export function requestMessages(error: z.ZodError): string[] {
  return error.issues.map((issue) =>
    issue.code === "unrecognized_keys"
      ? `property ${issue.keys.join(", ")} should not exist`
      : issue.path.length > 0 && !issue.message.startsWith(String(issue.path[0]))
        ? `${issue.path.join(".")}: ${issue.message}`
        : issue.message,
  );
}
