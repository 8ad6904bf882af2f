import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../cli/migrate-database";
import { dropDatabase, urlOfDatabase } from "../client/manage-databases";
import { isAlive } from "../embedded/server-process";
import { startEmbeddedPostgres } from "../embedded/start-embedded-postgres";
import type { TestServer } from "./test-database";

type SharedServer = { users: number; starting: Promise<{ server: TestServer; stop(): Promise<void> }> };

/** Every project of a run loads this file separately, so the server they share is a property of the process. */
const processWide = globalThis as typeof globalThis & { genmintTestServer?: SharedServer };

/**
 * For vitest's `globalSetup`: starts one server for all projects of a run, with a migrated template database.
 * TEST_DATABASE_URL replaces the embedded server; its user must be allowed to create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  processWide.genmintTestServer ??= { users: 0, starting: startTestServer() };
  const shared = processWide.genmintTestServer;
  shared.users += 1;
  const { server, stop } = await shared.starting;
  project.provide("testServer", server);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete processWide.genmintTestServer;
    await stop();
  };
}

async function startTestServer() {
  const { url, stop } = await openServer();
  const server = { url, template: `genmint_template_${randomUUID()}` };
  await migrateDatabase(urlOfDatabase(url, server.template)).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    server,
    stop: async () => {
      await dropDatabase(url, server.template);
      await stop();
    },
  };
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const parent = memoryDirectory() ?? tmpdir();
  removeLeftovers(parent);
  const dataDir = path.join(parent, `${FOLDER}${process.pid}-${randomUUID()}`);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      for (const directory of [dataDir, postgres.dataDirectory]) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The id of the process that made it follows in a folder's name. */
const FOLDER = "genmint-test-run-";

/** Removes the databases of runs that were killed. Their servers have ended with them. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(FOLDER)))
    if (!isAlive(Number.parseInt(name.slice(FOLDER.length), 10)))
      rmSync(path.join(parent, name), { recursive: true, force: true });
}

const MEMORY_DIRECTORY = "/dev/shm";
/** Four times what the databases of a run were seen to need at once. */
const MEMORY_NEEDED_BYTES = 1024 ** 3;

/**
 * Linux's directory in memory, if it has room. Each test file creates a database of several hundred files and deletes it, which on a disk
 * takes a tenth of the CPU time of all tests.
 */
function memoryDirectory(): string | null {
  if (!existsSync(MEMORY_DIRECTORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY_DIRECTORY);
  return bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY_DIRECTORY : null;
}
