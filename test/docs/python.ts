import { spawnSync } from 'node:child_process'

/** A Python 3 that has some modules: the one of the path, else the one of the system, which sees its packages. Undefined if there is none. */
export const pythonWith = (...modules: readonly string[]): string | undefined =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', modules.map((name) => `import ${name}`).join('\n')]).status === 0,
  )
