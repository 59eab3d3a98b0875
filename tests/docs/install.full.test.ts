import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { blocksOf } from './install-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** With the checkout of an earlier version, the upgrade is one from there, and the roll-back leads there. */
const earlier = process.env['CAPSTONE_TEST_EARLIER'] ?? root;
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Processes, and mounts over the machine's own folders, end with the command. Needs root, or sudo without a password. */
const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
const apart = [...asRoot, 'unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash'];
const runApart = (script: string) => {
  const [command = '', ...args] = [...apart, script];
  return spawnSync(command, args, { encoding: 'utf8', timeout: 280_000 });
};

/** A folder that is written over the machine's own, and is gone with the namespace. */
const overlays = (work: string) => `
mount -t tmpfs tmpfs ${work}/over
for folder in etc opt mnt var usr/local; do
  mkdir -p ${work}/over/$folder/upper ${work}/over/$folder/work
  mount -t overlay overlay -o lowerdir=/$folder,upperdir=${work}/over/$folder/upper,workdir=${work}/over/$folder/work /$folder
done
`;

/** What a test has no part of: packages, init and a network. They do what the page needs of them. */
const stands: Record<string, string> = {
  apt: 'case "$*" in *caddy*) mkdir -p /etc/caddy ;; *nginx*) mkdir -p /etc/nginx/conf.d ;; esac',
  journalctl: 'cat /var/log/capstone.log',
  // Packages and pages come from the sources that the test runs in: `npm run check:image` installs and builds them bare.
  npm: `from=$(cat from 2> /dev/null || true)
case "$*" in
  "install --global --loglevel=error node@"*) ;;
  "ci --loglevel=error")
    # As the npm of Debian 12 and 13 leaves them: without the link to the project's Node.
    mkdir -p node_modules upper work
    mount -t tmpfs tmpfs upper; mkdir upper/upper upper/work
    mount -t overlay overlay -o "lowerdir=$from/node_modules,upperdir=upper/upper,workdir=upper/work" node_modules
    mv node_modules/.bin/node link ;;
  "rebuild --loglevel=error") mv link node_modules/.bin/node ;;
  "run build") cp -r "$from/build" .; node_modules/.bin/node scripts/build.mjs ;;
  *) exit 1 ;;
esac`,
  systemctl: `unit=/etc/systemd/system/capstone.service
of() { sed -n "s/^$1=//p" $unit; }
stop() { test ! -e /var/pid || { kill "$(cat /var/pid)"; tail --pid="$(cat /var/pid)" -f /dev/null; rm /var/pid; }; }
# $1: the unit, then what runs: as its user, in its folder, with the settings.
as() {
  unit=/etc/systemd/system/$1.service; shift
  mapfile -t settings < <(grep -E '^[A-Z_]+=' /etc/capstone.env)
  cd "$(of WorkingDirectory)"
  exec setpriv --reuid "$(of User)" --regid "$(of Group)" --init-groups \\
    env -i $(of Environment) "\${settings[@]}" "$@"
}
start() {
  test "$(stat -c %a /etc/capstone.env)" = 600
  install -d -o "$(of User)" -g "$(of Group)" -m "$(of StateDirectoryMode)" "/var/lib/$(of StateDirectory)"
  install -d -o "$(of User)" -g "$(of Group)" "/var/cache/$(of CacheDirectory)"
  as capstone $(of ExecStart) >> /var/log/capstone.log 2>&1 &
  echo $! > /var/pid
}
case "$*" in
  daemon-reload | 'disable --now caddy' | 'restart nginx' | 'restart caddy') ;;
  'is-active capstone') echo active ;;
  'enable --now capstone capstone-backup.timer') test -e /etc/systemd/system/capstone-backup.timer; start ;;
  'restart capstone') stop; start ;;
  'stop capstone') stop ;;
  'start capstone') start ;;
  'start capstone-backup')
    unit=/etc/systemd/system/capstone-backup.service
    while read -r line; do (as capstone-backup $line); done < <(of ExecStart) ;;
  *) exit 1 ;;
esac`,
};

/** A person in front of the screens: the first administrator, then one who logs in. */
const visitor = (port: number) => `
import { request } from 'node:http';
const post = (path, body) => new Promise((resolve, reject) => {
  const headers = { host: 'portal.example.org', origin: 'https://portal.example.org', 'x-forwarded-proto': 'https',
    'content-type': 'application/json' };
  const sent = request({ host: '127.0.0.1', port: ${port}, path, method: 'POST', headers }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode));
  }).on('error', reject);
  sent.end(JSON.stringify(body));
});
const account = { email: 'office@example.org', password: 'a long password of the office' };
const [, , act, link] = process.argv;
const status = act === 'set-up'
  ? await post('/api/auth/setup', { ...account, name: 'Anjali Menon', sample: 'keep', token: new URL(link).searchParams.get('token') })
  : await post('/api/auth/login', account);
console.log(act, status);
`;

const canMount =
  process.platform === 'linux' &&
  (() => {
    const work = mkdtempSync(path.join(tmpdir(), 'capstone-mounts-'));
    mkdirSync(path.join(work, 'over'));
    writeFileSync(path.join(work, 'try.sh'), `set -e\n${overlays(work)}`);
    const { status } = runApart(path.join(work, 'try.sh'));
    rmSync(work, { recursive: true, force: true });
    return status === 0;
  })();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Commands that run without an engine for containers; what waits for a start, or is a person's part, is added. */
function scriptOf(
  markdown: string,
  port: number,
  work: string,
  isWanted = (kind: string | null) => kind !== 'container' && kind !== 'first',
): string {
  const wanted = blocksOf(markdown).filter(({ kind }) => isWanted(kind));
  const answered = `curl -sf -o /dev/null --retry 120 --retry-delay 1 --retry-all-errors 127.0.0.1:${port}/api/ready`;
  return wanted
    .map(({ text }) =>
      text
        // The mail server of the example is not there; the last lines of the test read what the doctor found.
        .replaceAll(/^(capstone doctor.*)$/gm, `$1 > ${work}/doctor.txt || true`)
        .replaceAll(/^(systemctl (?:enable .*|restart |start )capstone(?: .*)?)$/gm, `$1\n${answered}`)
        .replace(/^(journalctl .*)$/m, `link=$($1)\n"$visit" set-up "\${link#*: }"`)
        .replace(/^PUBLIC_URL=.*$/m, (line) => `${line}\nPORT=${port}`),
    )
    .join('\n');
}

test.skipIf(!canMount)(
  'the pages lead from a bare machine to a portal, to a newer one, and back',
  { timeout: 900_000 },
  async () => {
    const work = mkdtempSync(path.join(tmpdir(), 'capstone-install-'));
    onTestFinished(() => rmSync(work, { recursive: true, force: true }));
    const port = await freePort();
    for (const folder of ['over', 'bin']) mkdirSync(path.join(work, folder));
    for (const [name, text] of Object.entries(stands))
      writeFileSync(path.join(work, 'bin', name), `#!/bin/bash\nset -eu\n${text}\n`, { mode: 0o755 });
    writeFileSync(path.join(work, 'visit.mjs'), visitor(port));
    const visit = `#!/bin/bash\nexec '${process.execPath}' '${work}/visit.mjs' "$@"\n`;
    writeFileSync(path.join(work, 'visit'), visit, { mode: 0o755 });
    const copySources = (from: string, name: string) => {
      for (const part of ['package.json', 'package-lock.json', 'deploy', 'sample', 'scripts', 'src'])
        cpSync(path.join(from, part), path.join(work, name, part), { recursive: true });
      for (const config of ['vite.config.ts', 'vite.worker.config.ts', 'vite.previews.config.ts'])
        cpSync(path.join(from, config), path.join(work, name, config));
      cpSync(path.join(from, 'react-router.config.ts'), path.join(work, name, 'react-router.config.ts'));
      writeFileSync(path.join(work, name, 'from'), from);
    };
    copySources(earlier, 'earlier');
    copySources(root, 'newer');
    const named = /\/opt\/capstone-(\d+\.\d+\.\d+)/.exec(read('docs/operating/upgrade.md'))?.[1] ?? '';
    expect(named).not.toBe('');
    const script = path.join(work, 'run.sh');
    writeFileSync(
      script,
      `set -euo pipefail
export PATH=${work}/bin:$PATH visit=${work}/visit
${overlays(work)}
cp -r ${work}/earlier /opt/capstone-0.9.0
cp -r ${work}/newer /opt/capstone-${named}
set -x
${scriptOf(read('docs/install.md').replaceAll(named, '0.9.0'), port, work)}
stat -c '%a %U %n' /etc/capstone.env /mnt/capstone-backups /var/lib/capstone
grep '^https' /etc/caddy/Caddyfile
grep 'server 127' /etc/nginx/conf.d/capstone.conf
# As 1.0.0 was installed: into the folder itself.
systemctl stop capstone
rm /opt/capstone
mv /opt/capstone-0.9.0 /opt/capstone
systemctl start capstone
${scriptOf(read('docs/operating/upgrade.md'), port, work, (kind) => kind === 'first')}
"$visit" log-in
${scriptOf(read('docs/operating/upgrade.md').replace(/### Roll back.*/s, ''), port, work)}
echo "runs: $(readlink /opt/capstone), $(readlink /proc/$(cat /var/pid)/cwd)"
"$visit" log-in
${scriptOf(read('docs/operating/upgrade.md').replace(/^.*### Roll back/s, ''), port, work)}
echo "runs: $(readlink /opt/capstone), $(readlink /proc/$(cat /var/pid)/cwd)"
"$visit" log-in
cat ${work}/doctor.txt
`,
    );
    const { status, stdout, stderr } = runApart(script);
    const said = `${stdout}\n${stderr}`;
    expect(status, said).toBe(0);
    // Its folder in the backups' place is its user's alone; the settings are root's.
    expect(stdout).toContain('600 root /etc/capstone.env\n700 capstone /mnt/capstone-backups\n');
    expect(stdout).toContain('700 capstone /var/lib/capstone\n');
    expect(stdout).toContain('\nhttps://portal.example.org {\n');
    expect(stdout.match(/server 127.*/g)).toEqual(['server 127.0.0.1:3000 max_fails=1 fail_timeout=2s;']);
    expect(stdout.match(/^(?:set-up|log-in) \d+$/gm)).toEqual([
      'set-up 201',
      'log-in 200',
      'log-in 200',
      'log-in 200',
    ]);
    expect(stdout.match(/^runs: .*$/gm)).toEqual(
      [named, 'first'].map((version) => `runs: /opt/capstone-${version}, /opt/capstone-${version}`),
    );
    expect(stdout).toMatch(
      /^Backup .* in \/mnt\/capstone-backups: (?:.*\n)+Backup .* No differences found\.$/m,
    );
    // The mail server alone is not there. A version that is older than its schema says that as well.
    const found = stdout.match(/^(?:warn|fail) +.*?(?=:)/gm);
    const older = earlier === root ? [] : ['warn  Schema'];
    expect(found, stdout).toEqual([...older, 'fail  Mail server']);
  },
);
