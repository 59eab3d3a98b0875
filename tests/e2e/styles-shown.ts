import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';

/** The classes of what is visible in the page. */
export const readClasses = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('[class]')]
        // An element without a box of its own is seen where its parent is.
        .filter((element) =>
          (getComputedStyle(element).display === 'contents'
            ? element.parentElement
            : element
          )?.checkVisibility(),
        )
        .flatMap((element) => [...element.classList]),
    ),
  ]);

const folderOf = ({ project }: TestInfo) => path.join(project.outputDir, 'styles-shown');

/** The classes that this run's tests have seen dark, zoomed and narrow, but for those of one test. */
export function readShown(info: TestInfo, butOf?: string): Set<string> {
  const folder = folderOf(info);
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== butOf);
  return new Set(
    files.flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as string[]),
  );
}

/**
 * What one test has seen. Workers tell one another by files; what a test saw is forgotten when it is tried again, so that
 * every class counts only where its test came to its end.
 */
export function stylesOfTest(info: TestInfo): {
  hasNew(classes: string[]): boolean;
  add(classes: string[]): void;
} {
  const own = `${info.testId}.json`;
  const seen = new Set<string>();
  rmSync(path.join(folderOf(info), own), { force: true });
  return {
    hasNew(classes) {
      const others = readShown(info, own);
      return classes.some((one) => !seen.has(one) && !others.has(one));
    },
    add(classes) {
      for (const one of classes) seen.add(one);
      // Written aside and renamed: another worker reads it whole.
      const file = path.join(folderOf(info), own);
      writeFileSync(`${file}.new`, JSON.stringify([...seen]));
      renameSync(`${file}.new`, file);
    },
  };
}
