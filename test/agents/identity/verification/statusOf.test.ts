import { expect, test } from 'vitest'
import { statusOf } from '../../../../functions/agents/identity/verification/statusOf.ts'

test.each([
  [{ checked: true, ok: true }, true, 'online'],
  [{ checked: true, ok: true }, false, 'degraded'],
  [{ checked: true, ok: false }, false, 'offline'],
  [{ checked: false, ok: false }, false, 'unknown'],
] as const)('an endpoint that is %o, all checks passed: %s, is %s', (endpoint, discoverabilityReady, status) => {
  expect(statusOf({ endpoint, discoverabilityReady })).toBe(status)
})
