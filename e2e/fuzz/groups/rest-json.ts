import fc from "fast-check";
import { callerCookie, type Fields, hostileBody, hostileHeader, withCookie } from "../arbitraries";
import type { FuzzCase, FuzzContext, FuzzGroup } from "../fuzz-group";

/** Messages of the backend are passed on (specification, video generation). */
export const VIDEO_REFUSALS = [
  "500 Failed to generate video",
  "500 The image could not be decoded",
  "500 The image could not be downloaded",
];

interface Route {
  path: string;
  fields: Fields;
  statuses: readonly number[];
  listedErrors?: readonly string[];
  /** Slow routes get fewer cases. */
  weight: number;
}

/** 300 x 300 pixels of one colour, the smallest accepted size. */
const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAAEsAQMAAABDsxw2AAAAA1BMVEVajMjE2At5AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAIklEQVRo3u3BMQEAAADCoPVPbQo/oAAAAAAAAAAAAAAAeBkttAAB/+kJawAAAABJRU5ErkJggg==";
const PROMPT = ["a boat", "x".repeat(4_000)];
const RETURNS = { successUrl: ["https://a.example/ok"], cancelUrl: ["https://a.example/no"] };

function routes(world: FuzzContext): Route[] {
  const users = [...world.victimIds, "nobody", "__proto__", "%00", "%zz", "a%2Fb"];
  return [
    {
      path: "/api/image/generate",
      fields: { prompt: PROMPT, imageUrl: [PICTURE], size: ["2K", "adaptive"], watermark: [true] },
      statuses: [200, 400, 401, 402, 409, 413],
      listedErrors: ["500 Failed to generate image"],
      weight: 2,
    },
    {
      path: "/api/video/generate",
      fields: {
        prompt: PROMPT,
        imageUrl: [PICTURE],
        duration: [5],
        resolution: ["720p"],
        watermark: [false],
        cameraFixed: [true],
      },
      statuses: [200, 400, 401, 402, 409, 413],
      listedErrors: VIDEO_REFUSALS,
      weight: 2,
    },
    {
      path: "/api/chat/stream",
      fields: { message: ["Hello"], sessionId: ["none"], replaces: ["none"] },
      statuses: [200, 400, 401, 402, 404, 409, 413],
      weight: 2,
    },
    {
      path: "/api/payments/provider/checkout",
      fields: { key: ["pack_200", "pro_yearly"], ...RETURNS, replacesSubscriptionId: ["none"] },
      statuses: [200, 400, 401, 404, 409, 413],
      listedErrors: ["502 Failed to create checkout"],
      weight: 3,
    },
    {
      path: "/api/auth/sign-up",
      fields: { name: ["A"], email: ["a@b", "somebody"], password: ["short", "long enough"] },
      statuses: [201, 400, 409, 413],
      weight: 1,
    },
    ...users.flatMap((id): Route[] => [
      {
        path: `/api/admin/users/${id}/credits`,
        fields: { amount: [1, -1, 10_000_000], reason: ["because"] },
        statuses: [200, 400, 401, 403, 404, 409, 413],
        weight: 1,
      },
      {
        path: `/api/admin/users/${id}/subscription`,
        fields: { planKey: ["pro_yearly", "free"], action: ["upgrade", "downgrade", "cancel"] },
        statuses: [200, 400, 401, 403, 404, 409, 413],
        weight: 1,
      },
    ]),
  ];
}

const contentTypes = fc.oneof(
  { weight: 8, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("text/plain", "multipart/form-data", "application/json; charset=utf-16", ""),
  },
);
const keys = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom("one key", "another", "a".repeat(256)) },
  { weight: 1, arbitrary: hostileHeader },
);

export function restJsonGroup(world: FuzzContext): FuzzGroup {
  const cases = routes(world).map(({ path, fields, statuses, listedErrors = [], weight }) => ({
    weight,
    arbitrary: fc.tuple(hostileBody(fields), callerCookie(world), contentTypes, keys).map(
      ([body, cookie, contentType, key]): FuzzCase => ({
        request: {
          method: "POST",
          path,
          headers: withCookie(cookie, {
            "content-type": contentType,
            ...(key === null ? {} : { "idempotency-key": key }),
          }),
          body,
        },
        expected: { statuses, listedErrors, errors: "rest" },
      }),
    ),
  }));
  return { name: "REST JSON", cases: fc.oneof(...cases) };
}
