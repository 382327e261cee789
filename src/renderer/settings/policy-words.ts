import { m } from '#shared/i18n/generated/messages.js'
import type { PolicyName } from '#shared/policy/policy.ts'

interface PolicyWords {
  readonly title: () => string
  /** Effect of the policy, for administrators. */
  readonly text: () => string
}

/** Titles of the policies, in the window, the templates of the group policy and the documentation. */
export const policyWords: Readonly<Record<PolicyName, PolicyWords>> = {
  serviceAddresses: { title: m.policy_service_addresses_title, text: m.policy_service_addresses_text },
  sandboxOff: { title: m.policy_sandbox_off_title, text: m.policy_sandbox_off_text },
  longestBuyerDataDays: {
    title: m.policy_longest_buyer_data_days_title,
    text: m.policy_longest_buyer_data_days_text,
  },
  linkHosts: { title: m.policy_link_hosts_title, text: m.policy_link_hosts_text },
  dataFolder: {
    title: m.policy_data_folder_title,
    text: () => m.policy_data_folder_text({ place: '{home}' }),
  },
  updatesOff: { title: m.policy_updates_off_title, text: m.policy_updates_off_text },
}
