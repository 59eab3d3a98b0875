import { textStandsAlone } from './text-stands-alone.mjs';

/** Rules of ours for oxlint (`.oxlintrc.json`). */
export default { meta: { name: 'capstone' }, rules: { 'text-stands-alone': textStandsAlone } };
