import { ensureInstalled } from './install.mjs';
import { requireUsableNode, root, runNode24 } from './node24.mjs';

/**
 * `npm run check:image`: builds and tries the container image; without a builder it runs the image's steps in a bare folder.
 * `npm run check:image -- IMAGE@DIGEST linux/amd64 linux/arm64` tries one that a registry has, on each platform.
 */
requireUsableNode();
process.chdir(root);
await ensureInstalled();
process.exitCode = await runNode24(['scripts/check-image/main.mjs', ...process.argv.slice(2)]);
