import { readConfig } from './config.ts'
import { log } from './log.ts'
import { startProvisioner } from './startProvisioner.ts'

/** `npm run provisioner`: the service, with its configuration from the environment. Ends with Ctrl-C. */
try {
  const provisioner = await startProvisioner(readConfig(process.env), log)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void provisioner.stop())
  log('listening', { url: provisioner.url })
} catch (error) {
  console.error(error instanceof Error ? error.message : 'the provisioner cannot start')
  process.exitCode = 1
}
