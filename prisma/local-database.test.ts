import { expect, it } from "vitest";
import { isLocalDatabase } from "./local-database";

it.each([
  "postgresql://genmint:secret@localhost:5432/genmint",
  "postgresql://genmint@127.0.0.1/genmint",
  "postgresql://[::1]:5432/genmint",
  "postgresql:///genmint?host=/var/run/postgresql",
])("takes %s for this machine's", (url) => expect(isLocalDatabase(url)).toBe(true));

it.each([
  "postgresql://genmint@db.example.com/genmint",
  "postgresql://localhost@db.example.com/genmint",
  "postgresql://127.0.0.1.example.com/genmint",
])("takes %s for another's", (url) => expect(isLocalDatabase(url)).toBe(false));
