/** Loaded before a portal: its clock is set back by ten seconds when SIGUSR2 comes, and right again with the next one. */
const shiftMs = -10_000;
const RealDate = Date;
let shift = 0;

process.on('SIGUSR2', () => {
  shift = shift === 0 ? shiftMs : 0;
});

globalThis.Date = class Date extends RealDate {
  constructor(...parameters) {
    if (parameters.length === 0) super(RealDate.now() + shift);
    else super(...parameters);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
