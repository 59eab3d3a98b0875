/** The SQLite driver crashes an older Node without a message, so every entry point imports this first. */
const requiredMajor = 24;

if (Number(process.versions.node.split('.')[0]) < requiredMajor) {
  console.error(
    `The portal needs Node ${requiredMajor}, but this is ${process.version}. Run npm start or npx capstone, which use the right one.`,
  );
  process.exit(1);
}
