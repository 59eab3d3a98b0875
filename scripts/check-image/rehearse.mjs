import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DockerfileParser } from 'dockerfile-ast';
import { readDockerIgnore } from './docker-ignore.mjs';

const startMs = 60_000;
/** A user without rights of its own, where this one may change users. */
const nobody = 65_534;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** A part of an instruction as JSON: `["node", "-e", "…"]`. */
const parseExec = (text) => JSON.parse(text.slice(text.indexOf('[')));

/**
 * Runs the steps of a Dockerfile in a folder of its own in place of a container: the build, what the image gets from it, and
 * the image's command as another user, until its health check passes and it ends well. It tells nothing of the base images.
 * @param {string} dockerfile
 * @throws when a step fails
 */
export async function rehearse(dockerfile) {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-image-'));
  chmodSync(folder, 0o755);
  /** Where a stage's absolute path lies here. */
  const at = (stage, name) => path.join(folder, stage, name);
  try {
    const image = { stage: '', workdir: '/', env: {}, health: [], command: [] };
    const isIgnored = readDockerIgnore('.dockerignore');

    /** Runs a shell line with the stage's paths in place of the image's. */
    const runStep = (line) => {
      console.log(`[${image.stage}] ${line}`);
      const here = line.replaceAll(/(?<=[=\s])\/(capstone|tmp)\b/g, (name) => at(image.stage, name));
      const { status } = spawnSync('/bin/sh', ['-c', here], {
        cwd: at(image.stage, image.workdir),
        stdio: 'inherit',
      });
      if (status !== 0) throw new Error(`The step failed: ${line}`);
    };

    const copy = (from, sources, target) => {
      const toFolder = sources.length > 1 || target.endsWith('/');
      for (const source of sources) {
        const origin = from === undefined ? path.resolve(source) : at(from, source);
        const goal = at(image.stage, path.posix.resolve(image.workdir, target));
        cpSync(origin, toFolder ? path.join(goal, path.basename(source)) : goal, {
          recursive: true,
          verbatimSymlinks: true,
          filter: (name) => {
            const inside = path.relative(process.cwd(), name).replaceAll(path.sep, '/');
            return from !== undefined || inside === '' || isWanted(inside, name);
          },
        });
      }
    };
    // A folder that is kept out may hold what is let in.
    const isWanted = (inside, name) =>
      !/^(\.git|node_modules)(\/|$)/.test(inside) && (!isIgnored(inside) || statSync(name).isDirectory());

    const steps = {
      FROM: (words) => {
        Object.assign(image, { stage: words[2] ?? 'image', workdir: '/', env: {} });
      },
      WORKDIR: ([name]) => {
        image.workdir = name;
        mkdirSync(at(image.stage, name), { recursive: true });
      },
      COPY: (words, instruction) => {
        const from = instruction.getFlags().find((flag) => flag.getName() === 'from');
        copy(from?.getValue(), words.slice(0, -1), words.at(-1));
      },
      RUN: (_words, instruction) => {
        const line = instruction.getArgumentsContent();
        if (image.stage === 'image') console.log(`[image] left out, for it changes the system: ${line}`);
        else runStep(line);
      },
      ENV: (_words, instruction) => {
        for (const property of instruction.getProperties())
          image.env[property.getName()] = property.getValue();
      },
      HEALTHCHECK: (_words, instruction) => (image.health = parseExec(instruction.getArgumentsContent())),
      CMD: (_words, instruction) => (image.command = parseExec(instruction.getArgumentsContent())),
    };
    for (const instruction of DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions()) {
      const words = instruction.getArguments().map(String);
      steps[instruction.getKeyword()]?.(words, instruction);
    }
    await tryImage(image, (name) => at('image', name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the image's command as its user would, waits for its health check, and stops it. */
async function tryImage({ workdir, env, health, command }, at) {
  const files = globSync('**/*', { cwd: at(workdir), withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size,
    0,
  );
  console.log(`The image's own files: ${files.length}, ${(bytes / 1024 / 1024).toFixed(0)} MB`);

  const data = at(env.DATA_DIR);
  mkdirSync(data, { recursive: true });
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (user.uid !== undefined) chownSync(data, nobody, nobody);
  const paths = Object.entries(env).map(([name, value]) => [
    name,
    value.replaceAll(/\/(capstone|data)\b/g, (own) => at(own)),
  ]);
  const options = {
    ...user,
    cwd: at(workdir),
    env: { ...Object.fromEntries(paths), HOST: '127.0.0.1', PORT: String(await freePort()) },
  };
  const [program, ...args] = command;
  const portal = spawn(program, args, { ...options, stdio: 'inherit' });
  const ended = once(portal, 'exit');
  try {
    const [check, ...checkArgs] = health;
    const giveUpAt = Date.now() + startMs;
    while (spawnSync(check, checkArgs, options).status !== 0) {
      if (portal.exitCode !== null) throw new Error(`The portal ended with ${portal.exitCode}.`);
      if (Date.now() > giveUpAt) throw new Error('The portal did not become healthy.');
      await sleep(250);
    }
    portal.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`The portal ended with ${code} when it was stopped.`);
    console.log(
      'The steps pass: the portal becomes healthy as another user, without writing beside its data, and stops.',
    );
  } finally {
    portal.kill('SIGKILL');
  }
}
