import { accountOf, mayChange } from './account-of.ts'
import { called } from './called.ts'

/** An order that a desk takes or gives back, as far as its person saw who has it: anything newer is read first. */
const takeOrder = called(
  'take_order',
  '  acc accounts; known bigint;',
  `${accountOf}
  ${mayChange}
  SELECT no INTO known FROM order_takes WHERE account = acc.id AND order_id = (ask ->> 'orderId')::bigint;
  IF coalesce(known, 0) <> (ask ->> 'seen')::bigint THEN RETURN '{"refused": "moved"}'; END IF;
  UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING * INTO acc;
  INSERT INTO order_takes (account, order_id, no, member, is_taken)
    VALUES (acc.id, (ask ->> 'orderId')::bigint, acc.head, me.id, (ask ->> 'take')::boolean)
    ON CONFLICT (account, order_id) DO UPDATE SET no = acc.head, member = me.id, is_taken = excluded.is_taken, at = clock_timestamp();
  RETURN '{}';`,
)

/** Who has taken which order. */
export const functionsOfOrders = [takeOrder]
