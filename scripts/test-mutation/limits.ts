import type { Guards } from './mutation.ts';

/** How much, how often, how long. */
export const limitGuards: Guards = {
  'guesses at an account are held back': {
    file: 'src/server/accounts/login-limits.ts',
    take: '    { kind: `${what}-account`, subject: email, source: network },\n',
    put: '',
    tests: ['tests/attack/guessing-passwords.test.ts'],
  },
  'guesses from a network are held back': {
    file: 'src/server/accounts/login-limits.ts',
    take: "    { kind: 'login-address', subject: network },\n",
    put: '',
    tests: ['tests/attack/guessing-passwords.test.ts'],
  },
  'guesses from everywhere are held back': {
    file: 'src/server/accounts/login-limits.ts',
    take: 'return scope.device === null ? [...records, everywhere] : records;',
    put: 'return everywhere === null ? [] : records;',
    tests: ['tests/attack/guessing-passwords.test.ts'],
  },
  'of a burst of guesses only so many are judged': {
    file: 'src/server/accounts/login-limits.ts',
    take: '    await enforceLoginLimits(database.reader, scope, now, own);\n',
    put: '',
    tests: ['tests/attack/guessing-passwords.test.ts'],
  },
  'a known device is let through': {
    file: 'src/server/accounts/login-limits.ts',
    take: 'if (device !== null) return [{ kind: `${what}-device`, subject: email, source: device }];',
    put: '',
    tests: ['tests/attack/locking-others-out.test.ts'],
  },
  'a known device is forgotten with the password': {
    file: 'src/server/accounts/reset-password.ts',
    take: '    await forgetDevices(writer, accountId);\n',
    put: '',
    tests: ['tests/attack/locking-others-out.test.ts', 'src/server/accounts/reset-password.api.test.ts'],
  },
  'those beyond their share go one after the other': {
    file: 'src/server/platform/http/request-turns.ts',
    take: 'beyondShare + weight <= beyondShareAtOnce',
    put: 'true',
    tests: ['src/server/platform/http/request-turns.test.ts'],
  },
  'those beyond their share leave most of the processor to others': {
    file: 'src/server/platform/http/request-turns.ts',
    take: ' && now >= beyondShareRestsUntil',
    put: '',
    tests: ['src/server/platform/http/request-turns.test.ts'],
  },
  'an IPv6 line is one network': {
    file: 'src/server/platform/http/network-of.ts',
    take: 'prefixOf(groups, 4)',
    put: 'prefixOf(groups, 8)',
    tests: ['src/server/platform/http/network-of.test.ts'],
  },
  'what a visitor writes into X-Forwarded-For is nothing': {
    file: 'src/server/platform/http/trusted-proxies.ts',
    take: 'return (_address, hop) => hop < trustProxy;',
    put: 'return (_address, hop) => hop < trustProxy + 99;',
    tests: ['tests/attack/guessing-passwords.test.ts'],
  },
  'signups of a network are counted': {
    file: 'src/server/accounts/sign-up.ts',
    take: '      // Once more: in a burst many pass the first look together.\n      await enforceRateLimit(writer, countedFor(network), now);\n',
    put: '',
    tests: ['src/server/accounts/rate-limits.api.test.ts'],
  },
  'asking for addresses by signing up has an end': {
    file: 'src/server/accounts/sign-up.ts',
    take: '  await database.transaction((writer) => recordAttempt(writer, countedFor(network), clock.now()));\n',
    put: '',
    tests: ['src/server/accounts/rate-limits.api.test.ts'],
  },
  'links to a new password are counted': {
    file: 'src/server/accounts/forgot-password.ts',
    take: '    for (const each of counted) await enforceRateLimit(writer, each, now);\n',
    put: '',
    tests: ['src/server/accounts/forgot-password.api.test.ts'],
  },
  'a password is not guessed from an open session': {
    file: 'src/server/accounts/require-password.ts',
    take: '    await enforceRateLimit(database.reader, counted, now, own);\n',
    put: '',
    tests: ['src/server/accounts/own-account.api.test.ts'],
  },
  'mail to one address has an end': {
    file: 'src/server/platform/mail/mail-quota.ts',
    take: 'return count < mailsADay;',
    put: 'return count < mailsADay + 1_000_000;',
    tests: ['tests/attack/filling-up.test.ts'],
  },
  'hand-ins of a day have an end': {
    file: 'src/server/submissions/submission-quota.ts',
    take: 'if (today.count >= submissionsADay) {',
    put: 'if (today.count > 1_000_000) {',
    tests: ['tests/attack/filling-up.test.ts'],
  },
  'bytes of a day have an end': {
    file: 'src/server/submissions/submission-quota.ts',
    take: 'if (today.bytes + waiting + bytes > submissionBytesADay) {',
    put: 'if (today.bytes + waiting + bytes < 0) {',
    tests: ['tests/attack/filling-up.test.ts'],
  },
  'posts of an hour have an end': {
    file: 'src/server/discussions/post-limit.ts',
    take: 'if (waitMs <= 0 || (await areLimitsLifted(writer, accountId, now))) return;',
    put: 'if (waitMs <= hourMs || (await areLimitsLifted(writer, accountId, now))) return;',
    tests: ['tests/attack/many-comments.test.ts'],
  },
  'a list’s texts are short': {
    file: 'src/server/submissions/presenter.ts',
    take: 'const comments = beginningOf(row.comments, limits.listedText);',
    put: 'const comments = row.comments;',
    tests: ['tests/attack/long-texts.test.ts'],
  },
  'a file over the limit is refused': {
    file: 'src/server/submissions/submission-form.ts',
    take: 'const staged = await files.stage(part.file, maxBytes);',
    put: 'const staged = await files.stage(part.file, maxBytes * 2);',
    tests: ['src/server/submissions/submission-refusals.api.test.ts'],
  },
  'a form as a whole has an end': {
    file: 'src/server/submissions/submission-form.ts',
    take: 'if (received > maxBytes + formOverhead) ended.reject(fileTooLarge(maxBytes));',
    put: '',
    tests: [
      'src/server/submissions/submission-streams.api.test.ts',
      'src/server/submissions/submission-refusals.api.test.ts',
    ],
  },
  'a text field has an end': {
    file: 'src/server/submissions/form-text.ts',
    take: 'if (valueTruncated || value.length > limits.submissionText) {',
    put: 'if (valueTruncated) {',
    tests: ['src/server/submissions/submission-refusals.api.test.ts'],
  },
  'a JSON body has an end': {
    file: 'src/server/platform/http/server.ts',
    take: 'bodyLimit: limits.jsonBytes,',
    put: 'bodyLimit: 64 * limits.jsonBytes,',
    tests: ['tests/api/headers.http.test.ts', 'tests/api/hostile-bodies.http.test.ts'],
  },
  'slow small bodies are ended': {
    file: 'src/server/platform/http/slow-bodies.ts',
    take: 'else if (age > limits.longestMs) end(body);',
    put: '',
    tests: ['tests/attack/slow-connections.http.test.ts'],
  },
  'slow small bodies of one network give way': {
    file: 'src/server/platform/http/slow-bodies.ts',
    take: 'if (index >= limits.maxInAll || count > limits.maxOfNetwork) end(body);',
    put: '',
    tests: ['tests/attack/slow-connections.http.test.ts'],
  },
};
