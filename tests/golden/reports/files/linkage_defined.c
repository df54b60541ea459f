int defined = 2;
