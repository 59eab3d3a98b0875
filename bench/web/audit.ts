import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { appFiles } from '#contract/screens';
import { median } from '../figures.ts';

export type Form = 'mobile' | 'desktop';

/** One Lighthouse run: scores of 100, times in milliseconds, sizes in KB as transferred. */
export type Audit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcp: number;
  /** Lighthouse's total blocking time. */
  blocking: number;
  /** What of it is no work of the page's: scripts that Lighthouse itself runs in it to look at the page. */
  toolBlocking: number;
  shift: number;
  kb: number;
  scriptKb: number;
  /** Those that the screen itself makes: up to the service worker's script, which is asked for at a quiet moment. */
  requests: number;
  /** Those after it: what the worker keeps, at low priority. */
  requestsLater: number;
  /** The element that the largest paint was. */
  element: string;
  /** Audits of accessibility, best practices and SEO that failed. */
  failed: string[];
  /** Lighthouse's measure of this machine just then: 1,500 to 2,000 is a fast desktop. */
  benchmarkIndex: number;
  /** How many times slower than this machine the audited one is taken to be. */
  slowdown: number;
};

type Item = Record<string, unknown>;
type Result = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; details?: { items?: Item[] } }>;
  environment: { benchmarkIndex: number };
  configSettings: { throttling: Throttling };
};
type Throttling = { cpuSlowdownMultiplier: number };
/** What Lighthouse has gathered from a page, to be judged. */
type Gathered = {
  artifacts: { BenchmarkIndex: number };
  runnerOptions: { resolvedConfig: { settings: { throttling: Throttling } } };
};
type Modules = {
  navigationGather(
    page: undefined,
    url: string,
    options: { flags: Record<string, unknown>; config: unknown },
  ): Promise<Gathered>;
  Runner: {
    audit(artifacts: unknown, options: Gathered['runnerOptions']): Promise<{ lhr: Result } | undefined>;
  };
};
export type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
  config?: unknown,
) => Promise<{ lhr: Result }>;

/** The machine that the mobile preset's slowdown, 4, is meant for: the middle of Lighthouse's bracket of fast desktops. */
const presetIndex = 1_750;

/**
 * By how much the processor is slowed down, so that the phone is the same one whatever machine this is, and whatever else it does:
 * Lighthouse's own way to calibrate, as its page on throttling has it. Never more than the preset says.
 */
const calibrated = ({ cpuSlowdownMultiplier: preset }: Throttling, benchmarkIndex: number): number =>
  Math.max(1, preset * Math.min(1, benchmarkIndex / presetIndex));

/** Gathers as Lighthouse does, and judges by a slowdown that this machine's speed at that moment asks for. */
const auditCalibrated =
  ({ navigationGather, Runner }: Modules): Lighthouse =>
  async (url, flags, config) => {
    const { artifacts, runnerOptions } = await navigationGather(undefined, url, { flags, config });
    const { settings } = runnerOptions.resolvedConfig;
    settings.throttling = {
      ...settings.throttling,
      cpuSlowdownMultiplier: calibrated(settings.throttling, artifacts.BenchmarkIndex),
    };
    const result = await Runner.audit(artifacts, runnerOptions);
    if (result === undefined) throw new Error('Lighthouse has judged nothing.');
    return result;
  };

/** Loads Lighthouse, its desktop settings and its launcher of Chrome from the folder where it is installed. */
export async function loadLighthouse(folder: string) {
  const load = (name: string, file: string) =>
    import(pathToFileURL(path.join(folder, 'node_modules', name, file)).href);
  const launcher = JSON.parse(
    readFileSync(path.join(folder, 'node_modules/chrome-launcher/package.json'), 'utf8'),
  ) as { main: string };
  const [gather, runner, desktop, chrome] = await Promise.all([
    load('lighthouse', 'core/gather/navigation-runner.js'),
    load('lighthouse', 'core/runner.js'),
    load('lighthouse', 'core/config/desktop-config.js'),
    load('chrome-launcher', launcher.main),
  ]);
  return {
    lighthouse: auditCalibrated({ ...gather, ...runner } as Modules),
    desktop: desktop.default as unknown,
    launch: chrome.launch as (
      options: Record<string, unknown>,
    ) => Promise<{ port: number; kill(): Promise<void> }>,
  };
}

/**
 * Gives a browser its cookies. Headers of Lighthouse's own would reach what the page asks for and not what its service worker
 * does, whose every answer would be a 401.
 */
export async function setCookies(
  debuggingPort: number,
  url: string,
  cookies: readonly { name: string; value: string }[],
): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  await browser.contexts()[0]?.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
  await browser.close();
}

/** Milliseconds beyond 50 of the long tasks of Lighthouse's own scripts, between first paint and interactive, as it counts blocking. */
function blockingOfTool({ audits }: Result): number {
  const value = (audit: string) => audits[audit]?.numericValue ?? 0;
  const [from, to] = [value('first-contentful-paint'), value('interactive')];
  return (audits['long-tasks']?.details?.items ?? [])
    .filter(({ url }) => String(url).includes('lighthouse-eval'))
    .map(({ startTime, duration }) => ({
      start: Number(startTime),
      end: Number(startTime) + Number(duration),
    }))
    .filter(({ start, end }) => start >= from && end <= to)
    .reduce((sum, { start, end }) => sum + end - start - 50, 0);
}

/** The node that an audit's details name, however deep they do. */
function snippetIn(value: unknown): string | null {
  if (value === null || typeof value !== 'object') return null;
  if ('snippet' in value && typeof value.snippet === 'string') return value.snippet;
  for (const inner of Object.values(value)) {
    const found = snippetIn(inner);
    if (found !== null) return found;
  }
  return null;
}

export function readResult(lhr: Result): Audit {
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  // Pictures of a data: address and what the worker of a page asks for count with the rest.
  const requests = (lhr.audits['network-requests']?.details?.items ?? []).filter(
    ({ url }) => !String(url).startsWith('data:'),
  );
  const startOf = ({ networkRequestTime }: Item) => Number(networkRequestTime);
  // In its quiet moment a page names its manifest and registers its worker, and has that keep what its reader may open next.
  const isOfQuietMoment = ({ url }: Item) =>
    [appFiles.worker, appFiles.manifest].some((path) => path === new URL(String(url)).pathname);
  const quietAt = Math.min(...requests.filter(isOfQuietMoment).map(startOf));
  const ofScreen = requests.filter((item) => startOf(item) < quietAt);
  const kb = (items: Item[]) => items.reduce((sum, item) => sum + Number(item.transferSize ?? 0), 0) / 1024;
  const failed = ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    toolBlocking: blockingOfTool(lhr),
    shift: value('cumulative-layout-shift'),
    kb: kb(requests),
    scriptKb: kb(requests.filter(({ resourceType }) => resourceType === 'Script')),
    requests: ofScreen.length,
    requestsLater: requests.length - ofScreen.length,
    element: snippetIn(lhr.audits['lcp-breakdown-insight']?.details) ?? '',
    failed,
    benchmarkIndex: lhr.environment.benchmarkIndex,
    slowdown: lhr.configSettings.throttling.cpuSlowdownMultiplier,
  };
}

/** The median of each figure; the element and the failures of the last run. */
export function medianAudit(audits: readonly Audit[]): Audit {
  const last = audits.at(-1) as Audit;
  const middle = (key: keyof Audit) => median(audits.map((audit) => audit[key] as number));
  const figures = Object.entries(last).map(([key, value]) => [
    key,
    typeof value === 'number' ? middle(key as keyof Audit) : value,
  ]);
  return Object.fromEntries(figures) as Audit;
}
