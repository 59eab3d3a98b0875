/** First import of every entry point: the SQLite driver crashes an older Node without a message. */
const requiredMajor = 24;

if (Number(process.versions.node.split('.')[0]) < requiredMajor) {
  console.error(
    `This needs Node ${requiredMajor} and runs on ${process.version}; use npm start or npx capstone, which bring it along.`,
  );
  process.exit(1);
}
