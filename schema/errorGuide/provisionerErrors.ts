import type { ErrorGuide } from './ErrorGuide.ts'

/** The provisioner service, and the application that calls it; no operation of the OpenAPI document answers these. */
export const provisionerErrors = {
  unsupported_option: {
    cause: 'An option of the request needs a person at the bridge CLI.',
    fix: 'Leave the option out.',
  },
  route_busy: {
    cause: 'The route of this token is being provisioned with other settings.',
    fix: 'Try again when that has finished.',
  },
  scalar_mismatch: {
    cause: 'The bridge already has the route with a different scalar.',
    fix: 'Request the scalar that the text states, or use the existing route.',
  },
  bridge_cli_failed: {
    cause: 'The bridge CLI failed.',
    fix: 'Try again; if it persists, its operator finds the reason in the log.',
  },
  symbol_rejected: {
    cause: 'The bridge CLI accepts none of the given symbols.',
    fix: 'Send another `tokenSymbol` or `tokenSymbolFallback`.',
  },
  mint_mismatch: {
    cause: 'The bridge CLI names a mint that is not the one derived from the request.',
    fix: 'Try again; if it persists, ask the operator.',
  },
  helper_failed: {
    cause: 'A helper script of the provisioner failed.',
    fix: 'Try again; if it persists, its operator finds the reason in the log.',
  },
  provisioner_failed: {
    cause: 'No configured provisioner could do it.',
    fix: 'Try again.',
  },
  bridge_cli_not_configured: {
    cause: 'The provisioner has no bridge CLI.',
    fix: 'Ask its operator.',
  },
  bridge_cli_unavailable: {
    cause: 'The bridge CLI is configured but cannot be started.',
    fix: 'Ask its operator.',
  },
  deploy_env_not_configured: {
    cause: 'The provisioner has no working chain node or bridge for the deployment environment.',
    fix: 'Name another `deployEnv`, or ask its operator.',
  },
  payer_unfunded: {
    cause: 'The account that pays for the transaction does not have enough funds.',
    fix: 'Ask the operator to fund it, or name another `payerKp`.',
  },
  helper_not_configured: {
    cause: 'A helper script that the endpoint runs is not configured.',
    fix: 'Ask its operator.',
  },
  provisioner_busy: {
    cause: 'The provisioner is working on as many routes as it can.',
    fix: 'Try again.',
  },
  provisioner_not_configured: {
    cause: 'The application has no URL or token of a provisioner.',
    fix: 'Configure both.',
  },
  provision_timeout: {
    cause: 'Provisioning took longer than permitted.',
    fix: 'Try again; what has been done is found and not repeated.',
  },
  route_unconfirmed: {
    cause: 'The mint exists, but the bridge has not registered it yet.',
    fix: 'Try again; the mint is found and not created twice.',
  },
  provisioner_timeout: {
    cause: 'No provisioner answered in time.',
    fix: 'Try again; what has been done is found and not repeated.',
  },
} satisfies ErrorGuide
