import { ensureInstalled } from './install.mjs';
import { requireUsableNode, root, runNode24 } from './node24.mjs';

/** `npm run check:image`: builds and tries the container image; without a builder it runs the image's steps in a bare folder. */
requireUsableNode();
process.chdir(root);
await ensureInstalled();
process.exitCode = await runNode24(['scripts/check-image/main.mjs']);
