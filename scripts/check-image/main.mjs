import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { validate } from 'dockerfile-utils';
import { commitOfBuild } from '../build-commit.mjs';
import { rehearse } from './rehearse.mjs';

const dockerfile = 'deploy/Dockerfile';
const image = 'capstone';
/** The repository is not copied into the build. */
const commit = commitOfBuild(process.cwd(), process.env);

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr || stdout}`);
  return stdout.trim();
}

function build(builder) {
  const named = ['--build-arg', `CAPSTONE_COMMIT=${commit}`];
  const built = spawnSync(builder, ['build', '-f', dockerfile, ...named, '-t', image, '.'], {
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('The image could not be built; the lines above say why.');
}

/** Another platform than the machine's is emulated, and slow. */
const patience = ['--health-start-period', '5m', '--health-timeout', '30s'];

/** @param {string} platform such as `linux/arm64` */
function pull(builder, name, platform) {
  run(builder, ['pull', '--platform', platform, name]);
  const got = run(builder, ['image', 'inspect', '--format', '{{.Os}}/{{.Architecture}}', name]);
  if (got !== platform) throw new Error(`${name} is for ${got}, not for ${platform}.`);
}

/** Starts the image as the compose file does, and waits until it is healthy. */
async function tryImage(builder, name, options = []) {
  const said = run(builder, ['run', '--rm', ...options, name, 'capstone', '--version']);
  if (!said.includes(commit.slice(0, 12))) throw new Error(`The image says "${said}", built from ${commit}.`);
  const limits = [
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
  ];
  const container = run(builder, ['run', '--detach', ...limits, ...options, name]);
  try {
    for (let tries = 0; ; tries += 1) {
      const health = run(builder, ['inspect', '--format', '{{.State.Health.Status}}', container]);
      if (health === 'healthy') break;
      if (health === 'unhealthy' || tries === (options.length > 0 ? 300 : 60))
        throw new Error(`The container is ${health}:\n${run(builder, ['logs', container])}`);
      await sleep(1_000);
    }
    run(builder, ['stop', '--time', '45', container]);
    const code = run(builder, ['inspect', '--format', '{{.State.ExitCode}}', container]);
    if (code !== '0') throw new Error(`The container ended with ${code} when it was stopped.`);
  } finally {
    run(builder, ['rm', '--force', '--volumes', container]);
  }
  console.log(
    `The image is healthy with a read-only root, and stops: ${[name, ...options.slice(1, 2)].join(' ')}`,
  );
}

const faults = validate(readFileSync(dockerfile, 'utf8'));
for (const { range, message } of faults) console.error(`${dockerfile}:${range.start.line + 1}: ${message}`);
if (faults.length > 0) process.exit(1);

const [published, ...platforms] = process.argv.slice(2);
const builder = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0);
try {
  if (published !== undefined) {
    if (builder === undefined) throw new Error('No container builder answers here (docker, podman).');
    if (platforms.length === 0) throw new Error('Name the platforms, such as linux/amd64.');
    for (const platform of platforms) {
      pull(builder, published, platform);
      await tryImage(builder, published, ['--platform', platform, ...patience]);
    }
  } else if (builder === undefined) {
    console.log('No container builder answers here (docker, podman): the steps run in a bare folder.');
    await rehearse(dockerfile);
  } else {
    build(builder);
    await tryImage(builder, image);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
