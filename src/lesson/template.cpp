#include "lesson/template.hpp"

namespace headtrace {

std::string lesson_template() {
  return R"({
  "$schema": "lesson.schema.json",
  "format": 1,
  "title": {"en": "My lesson", "zh": "我的课程"},
  "goal": {"en": "See how two heads become one output.", "zh": "看看两个头怎样变成一个输出。"},
  "minutes": 5,
  "dims": {"batch": 1, "seq": 2, "d_model": 4, "heads": 2},
  "tensors": {
    "x":   {"axes": ["batch", "seq", "d_model"], "values": [[[1, 0, 2, 0], [0, 1, 0, 2]]]},
    "W_q": {"axes": ["d_model", "d_model"], "fill": "identity"},
    "W_k": {"axes": ["d_model", "d_model"], "fill": "identity"},
    "W_v": {"axes": ["d_model", "d_model"], "random": "uniform", "low": -1, "high": 1, "seed": 1, "round": 1},
    "W_o": {"axes": ["d_model", "d_model"], "random": "xavier_uniform", "seed": 2, "round": 1}
  },
  "pipeline": {"name": "multi_head_attention", "mask": "none"},
  "variants": [
    {"id": "no-w-o", "title": {"en": "Without W_o", "zh": "不用 W_o"}, "edit": [{"bypass": "output"}]}
  ],
  "notes": [
    {"at": "Q_heads", "text": {
      "en": "Each head works on {dim:d_k} of the {dim:d_model} features: {shape:Q} became {shape:Q_heads}.",
      "zh": "每个头只处理 {dim:d_model} 个特征中的 {dim:d_k} 个：{shape:Q} 变成了 {shape:Q_heads}。"}}
  ],
  "questions": [
    {"at": "concat", "ask": {"en": "What shape does concat have?", "zh": "concat 是什么形状？"},
     "answer": {"shape": true},
     "why": {"en": "The heads lie side by side again: heads·d_v = d_model.",
             "zh": "各个头重新并排：heads·d_v = d_model。"}}
  ],
  "expect": {
    "output": {"shape": [1, 2, 4]}
  }
}
)";
}

}  // namespace headtrace
