import { expect, test } from "vitest";
import { AppError } from "../errors";
import { parseInput } from "../input/parse";
import { RequestPasswordResetInput, SignUpInput } from "./account-input";

const GOOD = { email: "ada@mail.example", password: "correct horse" };

test("trims and lower-cases the address, trims the name, keeps the password unchanged", () => {
  const input = { name: "  Ada  ", email: "  Ada.Lovelace+1@Mail.Example ", password: "  Pass Wört  " };
  expect(parseInput(SignUpInput, input)).toEqual({
    name: "Ada",
    email: "ada.lovelace+1@mail.example",
    password: "  Pass Wört  ",
  });
});

test.each([{}, { name: null }, { name: "" }, { name: "  " }])("the name is optional (%j)", (fields) => {
  expect(parseInput(SignUpInput, { ...GOOD, ...fields })).toEqual(GOOD);
});

test.each([
  "ada",
  "ada@",
  "@mail.example",
  "ada@mail",
  "a b@mail.example",
  "ada@mail.example,eve@mail.example",
  "ada@@mail.example",
])("%j is not an e-mail address", (email) => {
  expect(() => parseInput(SignUpInput, { ...GOOD, email })).toThrow(
    new AppError("bad_request", "email must be a valid e-mail address"),
  );
});

test.each([8, 200])("a password of %i characters is accepted", (length) => {
  expect(parseInput(SignUpInput, { ...GOOD, password: "p".repeat(length) }).password).toHaveLength(length);
});

test.each<[object, string]>([
  [{}, "email is required"],
  [{ ...GOOD, name: 5 }, "name must be a string"],
  [{ ...GOOD, name: "n".repeat(101) }, "name must be at most 100 characters"],
  [{ ...GOOD, email: " " }, "email is required"],
  [{ ...GOOD, email: 5 }, "email must be a string"],
  [{ ...GOOD, email: `${"a".repeat(250)}@b.example` }, "email must be at most 254 characters"],
  [{ email: GOOD.email }, "password is required"],
  [{ ...GOOD, password: 12_345_678 }, "password must be a string"],
  [{ ...GOOD, password: "1234567" }, "password must be at least 8 characters"],
  [{ ...GOOD, password: "😀😀😀😀" }, "password must be at least 8 characters"],
  [{ ...GOOD, password: "p".repeat(201) }, "password must be at most 200 characters"],
  [{ ...GOOD, password: "12345678\0" }, "password must not contain NUL characters"],
])("%j is refused", (input, message) => {
  expect(() => parseInput(SignUpInput, input)).toThrow(new AppError("bad_request", message));
});

test.each<[unknown, string | undefined]>([
  ["/billing?buy=pro_yearly#plans", "/billing?buy=pro_yearly#plans"],
  [undefined, undefined],
  ["", undefined],
  ["//evil.example", undefined],
  ["https://evil.example/billing", undefined],
  [`/${"a".repeat(1_000)}`, undefined],
])("a new password leads on to %j as %j", (callbackUrl, expected) => {
  expect(parseInput(RequestPasswordResetInput, { email: GOOD.email, callbackUrl }).callbackUrl).toBe(expected);
});
