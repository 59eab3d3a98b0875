/**
 * Imported before anything else by every entry point: the embedded database's driver takes down a process of an
 * older Node without a word. `npm start` and `npx capstone` find the right Node by themselves.
 */
const wanted = 24;

if (Number(process.versions.node.split('.')[0]) < wanted) {
  console.error(
    `This needs Node ${wanted} and runs on ${process.version}; use npm start or npx capstone, which bring it along.`,
  );
  process.exit(1);
}
