import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireNode24, requireUsableNode, root } from './node24.mjs';

/** `npm run reference`: writes what is derived from the code and compared with it by the tests. */
requireUsableNode();
requireNode24();
const { pathsSource } = await import('#contract/paths-source');
writeFileSync(path.join(root, 'src/contract/paths.ts'), pathsSource());
