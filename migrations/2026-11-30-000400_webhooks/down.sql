DROP TABLE delivery_attempts;
DROP TABLE deliveries;
DROP TABLE webhooks;
ALTER TABLE players DROP COLUMN has_webhooks;
