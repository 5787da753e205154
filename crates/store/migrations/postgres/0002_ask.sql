-- Requests that wait for the opponent's answer: the last one of each player and kind. Which of them still hold follows from
-- the events after `after`.
CREATE TABLE IF NOT EXISTS ask (
    game  BIGINT NOT NULL,
    side  TEXT   NOT NULL, -- b, w: who asks
    kind  TEXT   NOT NULL, -- undo, pause
    moves BIGINT,          -- for an undo
    after BIGINT NOT NULL, -- the game's last event when it was asked
    open  BIGINT NOT NULL, -- 0: declined or taken back
    PRIMARY KEY (game, side, kind)
);
