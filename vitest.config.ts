import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Vitest's order, with the tests of the whole service at the beginning of their project. They take longest: as the last ones, they kept
 * one worker busy for ten seconds while the others had nothing left to do.
 */
class WholeServiceFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const isOfWholeService = ({ moduleId }: TestSpecification) => moduleId.startsWith(`${project.config.root}/test/`);
      return [...own.filter(isOfWholeService), ...own.filter((file) => !isOfWholeService(file))];
    });
  }
}

export default defineConfig({
  test: {
    projects: ["prisma", "packages/*", "apps/web", "scripts", "scripts/dev/demo-shop"],
    sequence: { sequencer: WholeServiceFirst },
    // Four even on two cores: a test that talks to the database or over HTTP waits most of its time. Two took a quarter longer.
    maxWorkers: Math.max(4, availableParallelism() - 1),
  },
});
