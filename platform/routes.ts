import { OPERATIONS } from '../schema/index.ts'

/** Method, path and id of every operation, a line each: the gateway names the nearest one where no family owns a path. */
export const routes = (): { lines: string } => ({
  lines: Object.values(OPERATIONS)
    .flatMap((family) => Object.values(family))
    .map(({ method, path, operationId }) => `${method.toUpperCase()} /api${path} ${operationId}`)
    .join('\n'),
})
