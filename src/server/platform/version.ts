import { readFileSync } from 'node:fs';

const packageJson = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');

/** Semantic: `1.0.0`. */
export const { version } = JSON.parse(packageJson) as { version: string };
