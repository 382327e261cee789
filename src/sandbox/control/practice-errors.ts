import { refusal, type Answer } from '../http/answers.ts'

const text = (status: number, error: string): Answer => ({ status, value: { error } })
const keyError = (code: string, message: string): Answer => refusal(403, code, message)

const packageText = 'Пакет запитів вичерпано або його термін дії закінчився'

/**
 * The refusals that are seen in practice (docs/service/practice.md: "errors", "hourly limit", "upstream trouble"), by the
 * name under which a fault sends them.
 */
export const practiceErrors = {
  /** Waiting an hour helps. */
  'hourly-limit': text(429, 'Переліміт погодинного обмеження запитів'),
  /** Waiting does not help: the package must be renewed. */
  'package-403': text(403, packageText),
  /** The same under status 200. */
  'package-200': text(200, packageText),
  /** A dropped connection behind the service, not a missing advert. */
  'upstream-dropped': {
    status: 404,
    value: { message: '%HTTPoison.Error{id: nil, reason: :closed}' },
  },
  'resource-not-found': {
    status: 404,
    value: { code: 'ResourceNotFound', message: 'The address does not exist' },
  },
  API_KEY_MISSING: keyError('API_KEY_MISSING', 'No api_key was supplied'),
  API_KEY_INVALID: keyError('API_KEY_INVALID', 'An invalid api_key was supplied'),
  API_KEY_DISABLED: keyError('API_KEY_DISABLED', 'The api_key supplied has been disabled'),
  API_KEY_UNAUTHORIZED: keyError(
    'API_KEY_UNAUTHORIZED',
    'The api_key supplied is not authorized to access this service',
  ),
  API_KEY_UNVERIFIED: keyError('API_KEY_UNVERIFIED', 'The api_key supplied has not been verified yet'),
  HTTPS_REQUIRED: refusal(400, 'HTTPS_REQUIRED', 'Requests to this API must be made over HTTPS'),
  OVER_RATE_LIMIT: refusal(429, 'OVER_RATE_LIMIT', 'The api_key has exceeded the rate limit'),
  NOT_FOUND: refusal(404, 'NOT_FOUND', 'Advert not found'),
} as const satisfies Record<string, Answer>

export type PracticeError = keyof typeof practiceErrors
export const practiceErrorNames = Object.keys(practiceErrors) as PracticeError[]
