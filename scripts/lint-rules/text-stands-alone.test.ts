import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { textStandsAlone } from './text-stands-alone.mjs';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });
const faults = (...ids: string[]) => ids.map((messageId) => ({ messageId }));

tester.run('text-stands-alone', textStandsAlone, {
  valid: [
    '<p>Hello</p>',
    '<p>{name}</p>',
    '<p>{isLate ? `${days} days late` : "in time"}</p>',
    '<p>{isLate && "late"}</p>',
    '<p>See <Link to="/">the list</Link>, or <b>ask</b>.</p>',
    '<p><span>{name}</span>{isNew && <b>new</b>}</p>',
    '<ul>{rows.map((row) => <li key={row}>{row}</li>)}{isLast && <li>the end</li>}</ul>',
    'const head = <h1>Title</h1>; const view = <main>{head}{isBusy && <Spinner />}</main>',
    'function Row() { const part = usePart(); return <p>{part.button}{isBusy && <Spinner />}</p>; }',
    'function Word() { return <span>late</span>; }',
    'const word = () => "late";',
    '<p>{/* a note */}Hello</p>',
    '<p>{isBusy && <b>busy</b>}{" "}<i>idle</i></p>',
  ],
  invalid: [
    { code: '<button>{busy && <Spinner />}Save</button>', errors: faults('beside') },
    { code: '<button>{busy && <Spinner />}{children}</button>', errors: faults('value') },
    { code: '<Button>{busy ? <Spinner /> : null} Save</Button>', errors: faults('beside') },
    { code: '<p>Hello {name}</p>', errors: faults('beside') },
    { code: '<p>{count} of {all}</p>', errors: faults('beside') },
    {
      code: '<p>{`${count} marks`}{rows.map((row) => <b key={row}>{row}</b>)}</p>',
      errors: faults('beside'),
    },
    { code: '<p><b>Due</b>{isLate && ", late"}</p>', errors: faults('branch') },
    { code: '<p>{isOwn ? "Yours" : <b>Other</b>}<Time /></p>', errors: faults('branch') },
    { code: '<p>{names.map((name) => `${name} `)}<Time /></p>', errors: faults('branch') },
    { code: '<p>{label}{optional && <i>optional</i>}</p>', errors: faults('value') },
    { code: '<p>{label ?? <b>none</b>}<i>!</i></p>', errors: faults('value') },
    { code: 'const hint = <>For example <code>A</code></>', errors: faults('fragment') },
    { code: 'const hint = <>{isLate && "late"}</>', errors: faults('fragment') },
    { code: 'function Word() { if (a) return "late"; return <b>in time</b>; }', errors: faults('returned') },
    { code: 'const Word = () => (isLate ? "late" : <b>in time</b>)', errors: faults('returned') },
  ].map((one) => ({ ...one, filename: 'one.tsx' })),
});
