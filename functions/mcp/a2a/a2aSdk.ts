// Libraries of A2A: a module of its own, loaded with the first request of it.
export { A2A_ERROR_CODE, A2AError, toJsonRpcError, VersionNotSupportedError } from '@a2a-js/sdk/errors'
export { ContentTypeNotSupportedError, PushNotificationNotSupportedError } from '@a2a-js/sdk/errors'
export { RequestMalformedError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
export { TaskNotCancelableError, TaskNotFoundError } from '@a2a-js/sdk/errors'
export { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
export { EventSourceParserStream } from 'eventsource-parser/stream'
export { JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server'
