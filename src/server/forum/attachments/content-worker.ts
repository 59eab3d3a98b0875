import { readFileSync } from 'node:fs';
import { workOf } from '../../platform/bounded-thread.ts';
import { readContent } from './read-content.ts';

export type Job = { name: string; path: string };

export default workOf(({ name, path }: Job) => readContent(name, readFileSync(path)));
