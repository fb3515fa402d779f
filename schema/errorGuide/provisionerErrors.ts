import type { ErrorGuide } from './ErrorGuide.ts'

/** The provisioner service, and the application that calls it; no operation of the OpenAPI document answers these. */
export const provisionerErrors = {
  unsupported_option: {
    cause: 'An option of the request needs a person at the bridge CLI.',
    fix: 'Omit the option.',
  },
  route_busy: {
    title: 'Route in progress',
    cause: 'The route of this token is being provisioned with other settings.',
    fix: 'Send the request again when that has finished.',
  },
  scalar_mismatch: {
    title: 'Other scalar at the bridge',
    cause: 'The bridge already has the route with a different scalar.',
    fix: 'Request the scalar that the error states, or use the existing route.',
  },
  bridge_cli_failed: {
    title: 'Failure of the bridge CLI',
    cause: 'The bridge CLI failed.',
    fix: 'Repeat the request. If it persists, ask the operator, whose log has the reason.',
  },
  symbol_rejected: {
    title: 'Rejected symbol',
    cause: 'The bridge CLI accepts none of the given symbols.',
    fix: 'Send another `tokenSymbol` or `tokenSymbolFallback`.',
  },
  mint_mismatch: {
    title: 'Unexpected mint',
    cause: 'The bridge CLI names a mint other than the one derived from the request.',
    fix: 'Repeat the request. If it persists, ask the operator.',
  },
  helper_failed: {
    title: 'Failure of a helper script',
    cause: 'A helper script of the provisioner failed.',
    fix: 'Repeat the request. If it persists, ask the operator, whose log has the reason.',
  },
  provisioner_failed: {
    title: 'Failure of all provisioners',
    cause: 'No configured provisioner could complete the request.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  bridge_cli_not_configured: {
    title: 'Unconfigured bridge CLI',
    cause: 'The provisioner has no bridge CLI.',
    fix: 'Ask the operator of the provisioner to configure it.',
  },
  bridge_cli_unavailable: {
    title: 'Unavailable bridge CLI',
    cause: 'The bridge CLI is configured but cannot be started.',
    fix: 'Ask the operator of the provisioner to repair it.',
  },
  deploy_env_not_configured: {
    title: 'Unconfigured deployment environment',
    cause: 'The provisioner has no working chain node or bridge for the deployment environment.',
    fix: 'Name another `deployEnv`, or ask the operator of the provisioner to configure this one.',
  },
  payer_unfunded: {
    title: 'Insufficient funds of the payer',
    cause: 'The account that pays for the transaction does not have enough funds.',
    fix: 'Ask the operator to fund it, or name another `payerKp`.',
  },
  helper_not_configured: {
    title: 'Unconfigured helper script',
    cause: 'A helper script that the endpoint runs is not configured.',
    fix: 'Ask the operator of the provisioner to set the variable that the error names.',
  },
  provisioner_busy: {
    title: 'Busy provisioner',
    cause: 'The provisioner is working on as many routes as it can.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  provisioner_not_configured: {
    title: 'Unconfigured provisioner',
    cause: 'The application has no URL or no token of a provisioner.',
    fix: 'Configure both.',
  },
  provision_timeout: {
    title: 'Timeout of the provisioning',
    cause: 'Provisioning took longer than permitted.',
    fix: 'Repeat the request. Completed steps are found and not repeated.',
  },
  route_unconfirmed: {
    title: 'Unconfirmed route',
    cause: 'The mint exists, but the bridge has not registered it yet.',
    fix: 'Repeat the request. The mint is found and not created twice.',
  },
  provisioner_timeout: {
    title: 'Timeout of the provisioner',
    cause: 'No provisioner answered in time.',
    fix: 'Repeat the request. Completed steps are found and not repeated.',
  },
} satisfies ErrorGuide
