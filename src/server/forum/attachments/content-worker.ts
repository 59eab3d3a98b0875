import { readFileSync } from 'node:fs';
import { workOf } from '../../platform/bounded-thread.ts';
import { readContent } from './read-content.ts';

/** A file's name, and where its bytes lie. */
export type Job = { name: string; path: string };

/** What of a file is kept. */
export default workOf(({ name, path }: Job) => readContent(name, readFileSync(path)));
