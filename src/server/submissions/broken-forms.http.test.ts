import fc from 'fast-check';
import { expect, test } from 'vitest';
import '#support/same-draws';
import { comments, file, links, makeStudentFixture, week } from '#support/student-fixture';
import { encodeForm } from '#support/encode-form';

const runs = Number(process.env.CAPSTONE_FUZZ_RUNS ?? 150);

/** A whole form, then cut, repeated, and with bytes changed. */
const brokenForm = fc
  .record({
    parts: fc.shuffledSubarray([
      week('1'),
      links('x'),
      comments('y'),
      file('z'.repeat(300)),
      file('', ''),
      week('7'),
    ]),
    cut: fc.double({ min: 0, max: 1.2, noNaN: true }),
    changes: fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('\r', '\n', '-', '"', ';', '\0', ':', '\\', '%', 'é', '--')),
      {
        maxLength: 4,
      },
    ),
    doubled: fc.boolean(),
  })
  .map(({ parts, cut, changes, doubled }) => {
    let bytes = encodeForm(parts).body.toString('latin1');
    for (const [at, character] of changes) {
      const position = at % bytes.length;
      bytes = bytes.slice(0, position) + character + bytes.slice(position + 1);
    }
    if (doubled) bytes += bytes;
    return Buffer.from(bytes.slice(0, Math.ceil(bytes.length * cut)), 'latin1');
  });

test('a form that is broken in any way is taken or refused, soon, and leaves nothing half-done', async () => {
  const fixture = await makeStudentFixture(8);
  const headers = encodeForm([]).headers;
  await fc.assert(
    fc.asyncProperty(brokenForm, async (payload) => {
      const before = (await fixture.rows()).length;
      const answer = await fixture.client.send({
        method: 'POST',
        url: fixture.url('uploadWeek'),
        headers,
        payload,
      });
      expect([201, 400, 413]).toContain(answer.status);
      expect(fixture.staged()).toEqual([]);
      expect(await fixture.rows()).toHaveLength(before + (answer.status === 201 ? 1 : 0));
    }),
    { numRuns: runs, interruptAfterTimeLimit: 120_000, timeout: 15_000 },
  );
}, 150_000);
