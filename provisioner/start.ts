import { configureLog, log } from '../shared/log/log.ts'
import { readConfig } from './config.ts'
import { startProvisioner } from './startProvisioner.ts'

/** `npm run provisioner`: the service, configured by the environment. Ends with Ctrl-C. */
try {
  const config = readConfig(process.env)
  configureLog({ level: config.logLevel, write: (_, line) => console.error(line) })
  const provisioner = await startProvisioner(config, log)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void provisioner.stop())
  log('info', 'listening', { url: provisioner.url })
} catch (error) {
  console.error(error instanceof Error ? error.message : 'the provisioner cannot start')
  process.exitCode = 1
}
